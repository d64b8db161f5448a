// Compares the accessibility tree of a page with the saved one.

import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'

/** Parts of the accessibility tree that differ each time. */
const varying: readonly [RegExp, string][] = [
  // Addresses contain idens. Stories test the links themselves.
  [/^ *- \/url:.*\n/gm, ''],
  // Announcements disappear after a while.
  [/^( *)- log.*\n(?:\1 .*\n)*/gm, ''],
  [/\b(?:localhost|127\.0\.0\.1):\d+/g, 'ORIGIN'],
  [/\bo\.\w{32}\b/g, 'TOKEN'],
  [/(?<=invite=)\w{32}\b/g, 'SECRET'],
  [/(?<=Open until |tokens were made on )\w+ \d+, \d{4}/g, 'DATE'],
  [/(?<=definition: )(?:\w+ \d+, \d{4}|Just now|\d+ minutes? ago)$/gm, 'DATE'],
  [/(?<=textbox "Code": )\w{4}-\w{4}/g, 'CODE'],
  [/\b[0-9a-f]{64}\b/g, 'CHECKSUM'],
  // The name under which KDE Connect lists this machine.
  [/(?<=(?:open|choose) “)[^”]+(?=” in KDE Connect|”\. What still)/g, 'COMPUTER'],
  // What the machine of the server is and has.
  [
    /(?<=- term: (?:Waypost|Node\.js|System|Newest migration|Nodes|Folder|Data folder|Database|Free on the disk)\n *- definition: ).*/g,
    'VALUE',
  ],
  [/(?<=- text: )[\d.]+[KM]$/gm, 'SIZE'],
  // What a story sent before midnight was sent yesterday.
  [/(?:(?:Yester|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\b\d{1,2}:\d{2}(?:\s[AP]M)?(?!\w)/g, 'TIME'],
  [/(?<=time: |(?:link|button) "|text: |, )(?:Sent|[Nn]ow|(?:a|\d+) (?:second|minute)s? ago)(?="|$| New)/gm, 'TIME'],
]

/**
 * Compares the accessibility tree of a page, or of a part of it, with the one saved in `e2e/stories/read-out`. `npm test -- --e2e
 * --update-snapshots` writes the files again; review the changes before you commit them.
 */
export async function expectReadOut(part: Page | Locator, state: string): Promise<void> {
  const whole = 'goto' in part ? part.locator('body') : part
  // Transient states must not be saved.
  if (/all|changed/.test(test.info().config.updateSnapshots)) await wait(2_000)
  await expect(async () => {
    const found = `${await whole.ariaSnapshot()}\n`
    const fixed = varying.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), found)
    expect(fixed).toMatchSnapshot(`${state}.txt`)
  }).toPass({ timeout: 60_000 })
}
