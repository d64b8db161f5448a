// Remembers notifications that the person closed without opening them: a push may be notified again, e.g. when another of its conversation
// is dismissed.

import type { NotifiedPush } from '@waypost/protocol'
import { readNote, writeNote } from '../browser/app/worker-notes.ts'

/** How many are remembered. */
const most = 100

/** Records that the person closed the notification of some pushes. */
export async function noteClosed(idens: readonly string[]): Promise<void> {
  const known = (await readNote('worker.closed')) ?? []
  await writeNote('worker.closed', [...known, ...idens.map((iden) => ({ iden, at: Date.now() }))].slice(-most))
}

/** Whether the person has closed the notification of a push since it was last edited or came back as a reminder. */
export async function wasClosed({
  iden,
  edited = 0,
  reminded = 0,
}: Pick<NotifiedPush, 'iden' | 'edited' | 'reminded'>): Promise<boolean> {
  const closed = (await readNote('worker.closed'))?.findLast((each) => each.iden === iden)
  return closed !== undefined && closed.at > Math.max(edited, reminded) * 1_000
}
