import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'

/** Parts of what a page reads out that are others each time. */
const varying: readonly [RegExp, string][] = [
  // There are idens in them, and stories press the links themselves.
  [/^ *- \/url:.*\n/gm, ''],
  // Announcements stay for a while.
  [/^( *)- log.*\n(?:\1 .*\n)*/gm, ''],
  [/\b(?:localhost|127\.0\.0\.1):\d+/g, 'ORIGIN'],
  [/\bo\.\w{32}\b/g, 'TOKEN'],
  [/(?<=textbox "Code": )\w{4}-\w{4}/g, 'CODE'],
  [/\b[0-9a-f]{64}\b/g, 'CHECKSUM'],
  [/(?<=- text: )[\d.]+[KM]$/gm, 'SIZE'],
  [/(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )?\b\d{1,2}:\d{2}(?:\s[AP]M)?(?!\w)/g, 'TIME'],
  [/(?<=time: |link "|text: |, )(?:Sent|[Nn]ow|(?:a|\d+) (?:second|minute)s? ago)(?="|$| New)/gm, 'TIME'],
]

/**
 * Expects that a screen reader finds on a page, or in a part of it, what it found when the file in `e2e/stories/read-out` was written: roles,
 * names, texts and states. `npm test -- --e2e --update-snapshots` writes the files again; read what changed in them before you commit it.
 */
export async function expectReadOut(part: Page | Locator, state: string): Promise<void> {
  const whole = 'goto' in part ? part.locator('body') : part
  // What is written must not be something that only stands there for a moment.
  if (/all|changed/.test(test.info().config.updateSnapshots)) await wait(2_000)
  await expect(async () => {
    const found = `${await whole.ariaSnapshot()}\n`
    const fixed = varying.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), found)
    expect(fixed).toMatchSnapshot(`${state}.txt`)
  }).toPass({ timeout: 10_000 })
}
