import type { ShownNote } from 'waypost/desktop/test-desktop'
import type { ExtensionBrowser, Person, Tab } from './stage.ts'
import { patience, until } from './stage.ts'

const says = ({ title, body }: ShownNote, words: string) => `${title}\n${body}`.includes(words)

/** In milliseconds, on a busy machine. */
const comesWithin = 2 * patience

/** The notification with these words, once it appears. */
export async function noteWith({ desktop }: ExtensionBrowser, words: string): Promise<ShownNote> {
  return until(async () => desktop.notes.find((note) => says(note, words)), comesWithin).catch(() => {
    throw new Error(`No notification says "${words}", but there are: ${JSON.stringify(desktop.notes)}`)
  })
}

/** Counts, from now on, the notifications per text. A replacement counts as the same notification. */
export function countNotes({ desktop }: ExtensionBrowser): () => Record<string, number> {
  const seen = new Map<number, string>()
  desktop.watch(() => {
    for (const { id, body } of desktop.notes) seen.set(id, lastLine(body))
  })
  return () => {
    const counts: Record<string, number> = {}
    for (const words of seen.values()) counts[words] = (counts[words] ?? 0) + 1
    return counts
  }
}

/** Chromium puts the extension's name before the text. */
const lastLine = (body: string): string => body.trim().split('\n').at(-1) ?? ''

/** Waits until no notification has these words. */
export async function noteGone({ desktop }: ExtensionBrowser, words: string): Promise<void> {
  await until(async () => !desktop.notes.some((note) => says(note, words)), comesWithin)
}

/** The labels of the buttons of a notification. */
export const buttonsOf = ({ actions }: ShownNote): readonly string[] => actions.filter((_each, at) => at % 2 === 1)

/** Clicks a button of a notification or, without a label, the notification itself. */
export async function pressNote(extension: ExtensionBrowser, words: string, label?: string): Promise<void> {
  const note = await noteWith(extension, words)
  const action = label === undefined ? 'default' : note.actions[note.actions.indexOf(label) - 1]
  if (action === undefined) throw new Error(`It has no button ${label}, but ${buttonsOf(note)}.`)
  extension.desktop.press(note, action)
}

/**
 * Clicks *Reply* on a notification and returns the small window. Firefox has no buttons, so the notification itself is clicked there; and
 * puppeteer can't see small windows, so the same page is also opened in a tab.
 */
export async function replyTo(extension: ExtensionBrowser, words: string): Promise<Tab> {
  await noteWith(extension, words)
  const isFirefox = extension.kind === 'firefox'
  const opened = isFirefox ? undefined : extension.opened('reply.html')
  await pressNote(extension, words, isFirefox ? undefined : 'Reply')
  const window = (await opened) ?? (await extension.open(await until(() => extension.run(addressOfWindow, undefined))))
  await window.sees(words)
  return window
}

/** Runs in the extension. */
const addressOfWindow = () =>
  chrome.extension
    .getViews()
    .map(({ location }) => location.href)
    .find((href) => href.includes('/reply.html?'))

/** A push of a person with these words. */
export const pushWith = (person: Person, words: string): Promise<Record<string, unknown> & { iden: string }> =>
  until(async () => (await person.call('/v2/pushes?limit=100')).pushes.find(({ body }: { body?: string }) => body === words))

/** Waits until a push of a person is dismissed. */
export const dismissed = (person: Person, words: string): Promise<boolean> =>
  until(async () => (await pushWith(person, words)).dismissed === true)
