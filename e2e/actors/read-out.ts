import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'

/** Parts of the accessibility tree that differ every time. */
const varying: readonly [RegExp, string][] = [
  // On a phone, a screen has a link back to its list, which belongs to the frame.
  [/^ *- link "Back to (?:People|Devices|Following|Sources|Texting|Remote Files|Files|Settings|Setup|Administration)".*\n/gm, ''],
  // Addresses contain idens. Stories test the links themselves.
  [/^ *- \/url:.*\n/gm, ''],
  // Announcements disappear after a while.
  [/^( *)- log.*\n(?:\1 .*\n)*/gm, ''],
  [/\b(?:localhost|127\.0\.0\.1):\d+/g, 'ORIGIN'],
  [/\bo\.\w{32}\b/g, 'TOKEN'],
  [/(?<=invite=)\w{32}\b/g, 'SECRET'],
  [/(?<=Open until |Tokens created on )\w+ \d+, \d{4}/g, 'DATE'],
  [/(?<=definition: )(?:\w+ \d+, \d{4}|Just now|\d+ minutes? ago)$/gm, 'DATE'],
  [/\b[0-9a-f]{64}\b/g, 'CHECKSUM'],
  // The name by which KDE Connect lists this machine.
  [/(?<=(?:open|choose) “)[^”]+(?=” in KDE Connect|” to see)/g, 'COMPUTER'],
  [/(?<=- term: (?:Waypost|Node\.js|System|Latest migration|Nodes|Database|Free disk space)\n *- definition: ).*/g, 'VALUE'],
  [/(?<=- text: )[\d.]+[KM]$/gm, 'SIZE'],
  // A message sent before midnight was sent yesterday.
  [/(?:(?:Yester|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\b\d{1,2}:\d{2}(?:\s[AP]M)?(?!\w)/g, 'TIME'],
  [/\b(?:Just now|(?:a|\d+) (?:second|minute)s? ago)\b/g, 'TIME'],
  [/(?<=time: |(?:link|button) "|text: |, )(?:Sent|[Nn]ow)(?="|$| New)/gm, 'TIME'],
]

/**
 * Compares the accessibility tree of a part of a page with the one saved in `e2e/stories/read-out`. Of a page this is an open dialog,
 * otherwise the contents of the tab or `main`, and everything only if there is none: the frame is saved by `shell.spec.ts` alone.
 * On a phone a `narrow` state is compared with the file that ends in `-narrow`, or, where there is none, with that of the wide screen.
 * `npm test -- --e2e --update-snapshots` writes the files again; review the changes before you commit them.
 */
export async function expectReadOut(part: Page | Locator, state: string, { narrow = false } = {}): Promise<void> {
  const writes = /all|changed/.test(test.info().config.updateSnapshots)
  // Transient states must not be saved.
  if (writes) await wait(2_000)
  await expect(async () => {
    const found = await readOut('goto' in part ? await regionOf(part) : part)
    if (narrow && writes) return saveNarrow(found, state)
    expect(found).toMatchSnapshot(narrow && existsSync(fileOf(narrowOf(state))) ? narrowOf(state) : wideOf(state))
  }).toPass({ timeout: 60_000 })
}

const wideOf = (state: string) => `${state}.txt`
const narrowOf = (state: string) => `${state}-narrow.txt`
const fileOf = (name: string) => test.info().snapshotPath(name, { kind: 'snapshot' })

async function readOut(part: Locator): Promise<string> {
  const found = `${await part.ariaSnapshot()}\n`
  return varying.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), found)
}

/** The part that differs from screen to screen, most specific first: an open dialog, the contents of a tab, everything beside the lists. */
const regions = ['dialog:modal', 'main [data-tab-body]', 'main']

async function regionOf(page: Page): Promise<Locator> {
  for (const region of regions) if ((await page.locator(region).count()) > 0) return page.locator(region).last()
  return page.locator('body')
}

/** Saves the tree of a phone if it differs from that of a wide screen, whose file was written before. */
function saveNarrow(found: string, state: string): void {
  const same = existsSync(fileOf(wideOf(state))) && readFileSync(fileOf(wideOf(state)), 'utf8') === found
  if (same) rmSync(fileOf(narrowOf(state)), { force: true })
  else expect(found).toMatchSnapshot(narrowOf(state))
}
