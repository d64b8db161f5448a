// Keeps what the form of each conversation does besides writing a new message: replying or editing.

import type { Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { atom, type WritableAtom } from 'nanostores'

/** What the form of a conversation does. An edit has its own text, so that the draft stays. */
export type Composing = { kind: 'reply'; push: Push } | { kind: 'edit'; push: Push; title: string; body: string; url: string }

type ByTarget = ReadonlyMap<string, Composing>

const known = new WeakMap<Session, WritableAtom<ByTarget>>()

/** What the forms of a session do, by target key. */
export function composingOf(session: Session): WritableAtom<ByTarget> {
  const store = known.get(session) ?? atom<ByTarget>(new Map())
  known.set(session, store)
  return store
}

/** Sets what the form of a conversation does; undefined to write a new message. */
export function compose(session: Session, targetKey: string, composing: Composing | undefined): void {
  const store = composingOf(session)
  const next = new Map(store.get())
  if (composing) next.set(targetKey, composing)
  else next.delete(targetKey)
  store.set(next)
}

/** An edit of a message, with the sent text. A link without words is edited as it was typed, in the field of the text. */
export function editOf(push: Push): Composing {
  const { title = '', body = '', url = '' } = push
  const isBare = push.type === 'link' && title === '' && body === ''
  return { kind: 'edit', push, title, body: isBare ? url : body, url: isBare ? '' : url }
}
