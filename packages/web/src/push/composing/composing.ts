import type { Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { atom, type WritableAtom } from 'nanostores'

/** The mode of a conversation's form. An edit has its own text, so the draft stays. */
export type Composing = { kind: 'reply'; push: Push } | { kind: 'edit'; push: Push; title: string; body: string; url: string }

type ByTarget = ReadonlyMap<string, Composing>

const known = new WeakMap<Session, WritableAtom<ByTarget>>()

/** The modes of a session's forms, by target key. */
export function composingOf(session: Session): WritableAtom<ByTarget> {
  const store = known.get(session) ?? atom<ByTarget>(new Map())
  known.set(session, store)
  return store
}

/** Sets the mode of a conversation's form; undefined for a new message. */
export function compose(session: Session, targetKey: string, composing: Composing | undefined): void {
  const store = composingOf(session)
  const next = new Map(store.get())
  if (composing) next.set(targetKey, composing)
  else next.delete(targetKey)
  store.set(next)
}

/** The mode for editing a message, starting with the sent text. A link without text is edited as it was typed, in the text field. */
export function editOf(push: Push): Composing {
  const { title = '', body = '', url = '' } = push
  const isBare = push.type === 'link' && title === '' && body === ''
  return { kind: 'edit', push, title, body: isBare ? url : body, url: isBare ? '' : url }
}
