// Sends a question with answers as buttons, and waits until one of them is pressed on any device.

import { platform, type Session } from '@waypost/client'
import { openStream } from '@waypost/client/sync/stream'
import { createPush, deletePush, getPush, isPassing, type Push, Refusal, type Takes } from '@waypost/protocol'

type Outcome = { answer: string; push: Push } | { ended: 'timeout' | 'deleted' | 'stopped' }

interface Question extends Omit<Takes<typeof createPush>, 'actions'> {
  answers: readonly string[]
}

/** Sends a question. @throws Refusal */
export function sendQuestion(session: Session, { answers, ...message }: Question): Promise<Push> {
  const actions = answers.map((label) => ({ action: 'answer' as const, label }))
  return session.call(createPush, { guid: platform.unique(), type: 'note', ...message, actions })
}

interface Waiting {
  server: string
  token: string
  /** In milliseconds; unlimited if missing. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * Waits until a question is answered. A token with the scope `push:read` is enough: the question is re-read whenever the stream reports a
 * change, and after the stream has reconnected.
 * @throws Refusal that isn't temporary
 */
export async function answerTo(session: Session, question: Push, { server, token, timeout, signal }: Waiting): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  let reading = false
  let again = false

  async function read(): Promise<void> {
    // One at a time, and once more if something changed in the meantime.
    again = reading
    if (reading) return
    reading = true
    try {
      const push = await session.call(getPush, { iden: question.iden })
      const outcome = outcomeOf(push)
      if (outcome) resolve(outcome)
    } catch (error) {
      if (!(error instanceof Refusal && isPassing(error))) reject(error)
    } finally {
      reading = false
    }
    if (again) await read()
  }

  const stream = openStream({
    url: `${server.replace(/^http/, 'ws')}/websocket/${encodeURIComponent(token)}`,
    platform,
    onFrame: () => void read(),
    onSilence: () => void read(),
  })
  const stop = stream.$connected.listen((isConnected) => {
    if (isConnected) void read()
  })
  const timer = timeout === undefined ? undefined : setTimeout(() => resolve({ ended: 'timeout' }), timeout)
  const abort = () => resolve({ ended: 'stopped' })
  signal?.addEventListener('abort', abort, { once: true })
  stream.open()
  try {
    return await promise
  } finally {
    stop()
    stream.close()
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function outcomeOf(push: Push): Outcome | undefined {
  if (!push.active) return { ended: 'deleted' }
  const pressed = push.actions?.find(({ id, action }) => action === 'answer' && id === push.press?.action)
  return pressed && { answer: pressed.label, push }
}

/** Withdraws a question that is no longer awaited: from everyone who has it, if that is still possible. */
export async function takeBack(session: Session, { iden, direction }: Push): Promise<void> {
  try {
    await session.call(deletePush, { iden, ...(direction === 'outgoing' && { everyone: true }) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
