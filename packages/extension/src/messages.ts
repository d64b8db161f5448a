// Requests from pages to the background: everything that has to continue after the page closes. Each part of the extension adds its own
// kinds.

import { Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import { onPageMessage, sendToBackground } from './browser/runtime.ts'

/** In the form `targets/target-ref.ts` writes. */
const TargetRef = v.object({ section: v.picklist(['people', 'devices', 'following', 'sources']), key: v.string() })
const Draft = v.object({ title: v.optional(v.string()), body: v.optional(v.string()), url: v.optional(v.string()) })

const Message = v.variant('kind', [
  /** Wakes the session, e.g. after a while offline. Answers how it is connected, or nothing if nobody is signed in. */
  v.object({ kind: v.literal('wake') }),
  v.object({ kind: v.literal('sign-in'), address: v.string() }),
  /** Continues with one of the two addresses that the person was shown. */
  v.object({ kind: v.literal('choose-address'), address: v.string() }),
  /** Reopens the page in which the person approves. */
  v.object({ kind: v.literal('show-sign-in') }),
  v.object({ kind: v.literal('cancel-sign-in') }),
  v.object({ kind: v.literal('sign-out') }),
  /** Starts an hour of quiet, or ends it. */
  v.object({ kind: v.literal('quiet'), on: v.boolean() }),
  v.object({ kind: v.literal('reply-facts'), id: v.string() }),
  v.object({ kind: v.literal('reply'), id: v.string(), text: v.string() }),
  /** Opens a notification's place in the web client. */
  v.object({ kind: v.literal('open-place'), id: v.string() }),
  /** The people of the account, for choosing whose links open automatically. */
  v.object({ kind: v.literal('people') }),
  /** Answered once it is saved; from then on it is sent whatever happens to the page. */
  v.object({ kind: v.literal('send'), to: TargetRef, draft: Draft }),
  /** Answered once they are stored. */
  v.object({ kind: v.literal('send-files'), to: TargetRef, handed: v.string(), caption: v.optional(v.string()) }),
  v.object({ kind: v.literal('retry'), guid: v.string() }),
  v.object({ kind: v.literal('discard'), guid: v.string() }),
  /** The page has ticked a list item and saved the change. */
  v.object({ kind: v.literal('ticked') }),
])
type Message = v.InferOutput<typeof Message>

/** What the reply window shows of the notification being answered. */
export interface ReplyFacts {
  title: string
  words: string
  /** Who or what delivered it, e.g. a phone. */
  by?: string | undefined
  code?: string | undefined
  canReply: boolean
}

/** `undefined` just means done. */
interface Answers {
  wake: 'connecting' | 'connected' | 'offline' | undefined
  'sign-in': undefined
  'choose-address': undefined
  'show-sign-in': undefined
  'cancel-sign-in': undefined
  'sign-out': undefined
  quiet: undefined
  'reply-facts': ReplyFacts | undefined
  /** `later`: it is sent once there is a network. */
  reply: 'sent' | 'later'
  'open-place': undefined
  people: readonly { email: string; name: string }[]
  send: undefined
  'send-files': undefined
  retry: undefined
  discard: undefined
  ticked: undefined
}

type Kind = Message['kind']
type MessageOf<K extends Kind> = Extract<Message, { kind: K }>

/** Answers each kind of message. Each part answers its own. */
export type Answering<K extends Kind = Kind> = { [E in K]: (message: MessageOf<E>) => Promise<Answers[E]> }

/** How an answer is transported: errors don't survive the passage between parts of an extension. */
const Carried = v.union([
  v.object({ failed: v.object({ code: v.optional(v.string()), message: v.string() }) }),
  v.object({ done: v.optional(v.unknown()) }),
])

/** Asks the background. @throws Error with a sentence for the person, if the background failed */
export async function ask<K extends Kind>(message: MessageOf<K> & { kind: K }): Promise<Answers[K]> {
  const carried = v.parse(Carried, await sendToBackground(message))
  if ('failed' in carried) throw new Error(carried.failed.message)
  return carried.done as Answers[K]
}

/** Answers the messages of pages. Must be called in the first turn of the background. */
export function answerPages(answering: Answering): void {
  onPageMessage((message) => {
    const { success, output } = v.safeParse(Message, message)
    return success ? carry(answering[output.kind] as (message: Message) => Promise<unknown>, output) : undefined
  })
}

async function carry(answer: (message: Message) => Promise<unknown>, message: Message): Promise<v.InferOutput<typeof Carried>> {
  try {
    return { done: await answer(message) }
  } catch (error) {
    const { message: words } = error instanceof Error ? error : new Error(String(error))
    return { failed: { message: words, ...(error instanceof Refusal && { code: error.code }) } }
  }
}
