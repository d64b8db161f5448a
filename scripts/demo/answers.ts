// Lets Ben answer in the demonstration, without any service: his answer depends on the words of the message.

import type { Session } from '@waypost/client'
import { createPush, moveReadMarkers, type Push, reportTyping, setAppState } from '@waypost/protocol'

const answers: readonly [words: RegExp, answer: string][] = [
  [/\b(thanks|thank you|great|perfect)\b/i, 'Any time! See you on the boat.'],
  [
    /\b(when|time|late|early|clock|tomorrow|today|tonight|friday|saturday|sunday)\b/i,
    'The ferry leaves at six. I would be there at half past five.',
  ],
  [/\b(where|place|address|map|way|meet)\b/i, 'At the harbour office, 12 Quay Street. There is a bench in the sun.'],
  [/\b(picture|pictures|photo|photos|look|view)\b/i, 'That looks wonderful. Send me the big one, I will print it.'],
  [/\b(hi|hello|hey|good (morning|evening))\b/i, 'Hey! Good to hear from you. How was your day?'],
]
const otherwise = 'Sounds good to me. Tell me more when we meet!'

/** Ben's answer to a message. He takes a file without words for a picture. */
export function answerTo({ type, body = '', title = '' }: Pick<Push, 'type' | 'body' | 'title'>): string {
  const words = `${title} ${body}`.trim() || (type === 'file' ? 'picture' : '')
  return answers.find(([asked]) => asked.test(words))?.[1] ?? otherwise
}

/** Milliseconds until he starts typing, and until he sends. */
const readsFor = 600
const shortest = 2_000
const longest = 4_000
/** In milliseconds; a report that he looks at his phone is valid for a minute. */
const lookEvery = 30_000

/** Answers the messages of a person in the session of another one, after two to four seconds. */
export function answerIn(session: Session, email: string): () => void {
  const stops = new Set<() => void>()
  const later = (milliseconds: number, work: () => Promise<unknown>) => {
    const timer = setTimeout(() => {
      stops.delete(stop)
      // Without the server there is nobody to answer.
      work().catch(() => {})
    }, milliseconds)
    const stop = () => clearTimeout(timer)
    stops.add(stop)
  }
  const look = async () => {
    later(lookEvery, look)
    await session.call(setAppState, { guid: 'demo', awake: true })
  }
  const answered = new Set<string>()
  const begun = Date.now() / 1_000
  const stopListening = session.onPush((push) => {
    // A changed push comes again, and so do earlier ones.
    const isNew = push.created > begun && !answered.has(push.iden)
    if (push.direction !== 'incoming' || push.sender_email !== email || !isNew) return
    answered.add(push.iden)
    later(readsFor, async () => {
      await session.call(moveReadMarkers, { markers: [{ conversation: `email:${email}`, read_to: push.created }] })
      await session.call(reportTyping, { email })
    })
    later(shortest + Math.random() * (longest - shortest), () =>
      session.call(createPush, { type: 'note', body: answerTo(push), email }),
    )
  })
  later(0, look)
  return () => {
    stopListening()
    for (const stop of stops) stop()
  }
}
