// For tests: records sent and changed messages, and checks what windows finally show of them.

import type { HistoryItem } from '../history/history-item.ts'
import type { Person } from '../session/test-sessions.ts'
import type { Browser, Window } from './test-world.ts'

/** The changes that a person can make to a message. */
export type Change = 'edit' | 'react' | 'pin' | 'remove' | 'restore'

interface Message {
  guid: string
  person: Person
  conversation: string
  window: string
  text: string
  isFile: boolean
  /** Sent while the browser had no room. */
  withoutRoom: boolean
  /** Its window closed before the browser had room again: if it was not sent by then, its words are back in the field. */
  unkept: boolean
  texts: Map<Browser, string>
  reactions: Map<Browser, string>
  pins: Map<Browser, boolean>
  deletedBy: Set<Person>
}

export function openBook() {
  const messages = new Map<string, Message>()
  const shown = new Set<string>()
  let edits = 0

  const isIn = (message: Message, person: Person, conversation: string) =>
    conversation === 'self' ? message.person === person && message.conversation === 'self' : message.conversation !== 'self'

  /** Messages of the other person are identified by their text, because they have no guid here. */
  function identify({ browser }: Window, conversation: string, items: readonly HistoryItem[]): Map<HistoryItem, Message> {
    const found = new Map<HistoryItem, Message>()
    const others = [...messages.values()].filter(({ person }) => person !== browser.person)
    const left = new Set(conversation === 'self' ? [] : others)
    for (const item of items) {
      const { guid = '', body, file_name: words = body ?? '' } = item.push
      const message = messages.get(guid) ?? [...left].find(({ text, texts }) => [text, ...texts.values()].includes(words))
      if (message) found.set(item, message)
      if (message) left.delete(message)
    }
    return found
  }

  /** Does nothing if the window shows no such message as sent. */
  function change(
    what: Change,
    window: Window,
    { conversation, items, pick }: { conversation: string; items: readonly HistoryItem[]; pick: number },
  ): void {
    const { session, browser } = window
    const all = [...identify(window, conversation, items)].filter(
      ([{ state, deletes }]) => state === 'settled' && !deletes === (what !== 'restore'),
    )
    const among = what === 'edit' ? all.filter(([{ side, push }]) => side === 'out' && push.type === 'note') : all
    const [item, message] = among[pick % among.length] ?? []
    if (!item || !message) return
    const { push } = item
    if (what === 'edit') {
      const text = `e${++edits}`
      message.texts.set(browser, text)
      session.push.edit(push, { body: text })
    } else if (what === 'react') {
      const emoji = ['', '👍', '🎉'][pick % 3] as string
      message.reactions.set(browser, emoji)
      session.push.react(push.iden, emoji)
    } else if (what === 'pin') {
      message.pins.set(browser, push.pinned === undefined)
      session.push.pin(push.iden, push.pinned === undefined)
    } else if (what === 'remove') {
      message.deletedBy.add(browser.person)
      void session.push.delete(push.iden, { undoable: true })
    } else void session.push.restore(push.iden)
  }

  /** What is wrong with the messages that a window shows of a conversation, one sentence each. */
  function wrongIn(window: Window, conversation: string, items: readonly HistoryItem[]): string[] {
    const { name, browser, session } = window
    const found: string[] = []
    const known = session.push.$pending.get()
    const identified = identify(window, conversation, items)
    for (const item of items) {
      const { state, edit, deletes, push } = item
      const message = identified.get(item)
      const words = push.body ?? push.file_name
      // A text whose message is gone waits for its person, and so does one that another device has superseded.
      const isLost =
        state === 'failed' &&
        [...messages.values()].some(({ texts, deletedBy }) => deletedBy.size > 0 && texts.get(browser) === words)
      if (state !== 'settled' && !isLost) found.push(`${name} shows ${words} as ${state}`)
      if (deletes) found.push(`${name} still deletes ${words}`)
      if (edit === 'waits' || (edit === 'refused' && (message?.texts.size ?? 0) < 2))
        found.push(`${name} has not saved ${words}: ${edit}`)
      if (message && state === 'settled') found.push(...wrongOf(window, message, item))
    }
    for (const [iden, { state }] of known) if (state.edit !== 'refused') found.push(`${name} still changes ${iden}`)
    const expected = [...messages.values()].filter((message) => isIn(message, browser.person, conversation))
    const there = [...identified.values()]
    for (const message of expected) {
      const { guid, text, isFile, deletedBy, unkept } = message
      if (isFile && !shown.has(guid)) continue
      const times = there.filter((each) => each === message).length
      // One that was restored during its deletion may be there.
      const may = deletedBy.has(browser.person) || unkept ? [0, 1] : [1]
      if (!may.includes(times)) found.push(`${name} shows ${text} ${times} times, not ${may}`)
    }
    for (const sender of new Set(expected.map(({ window: by }) => by))) {
      const textsOf = (all: readonly Message[]) =>
        all.filter(({ window: by, isFile }) => by === sender && !isFile).map(({ text }) => text)
      const [inOrder, own] = [textsOf(there), textsOf(expected.filter((message) => there.includes(message)))]
      if (inOrder.join() !== own.join()) found.push(`${name} shows ${inOrder} where ${sender} sent ${own}`)
    }
    return found
  }

  /** For each kind of change, one of the last changes must be there, or none if all were too late. */
  function wrongOf({ name, browser }: Window, message: Message, { push, edit }: HistoryItem): string[] {
    const { text, texts, reactions, pins, isFile } = message
    const found: string[] = []
    const may = edit === 'refused' ? [texts.get(browser)] : texts.size === 0 ? [text] : [...texts.values()]
    if (!isFile && !may.includes(push.body)) found.push(`${name} shows ${push.body} where ${may} was written`)
    const own = [...reactions].filter(([{ person }]) => person === browser.person).map(([, emoji]) => emoji)
    const me = browser.person.account.email_normalized
    const reaction = Object.entries(push.reactions ?? {}).find(([, who]) => who.includes(me))?.[0] ?? ''
    if (!(own.length === 0 ? [''] : own).includes(reaction)) found.push(`${name} has '${reaction}' on ${text}, not ${own}`)
    const pinned = [...pins.values()]
    if (!(pinned.length === 0 ? [false] : pinned).includes(push.pinned !== undefined))
      found.push(`${name} has ${text} pinned: ${push.pinned}, not ${pinned}`)
    return found
  }

  return {
    add(about: Pick<Message, 'guid' | 'person' | 'conversation' | 'window' | 'text' | 'withoutRoom'>, isFile = false): void {
      messages.set(about.guid, {
        ...about,
        isFile,
        unkept: false,
        texts: new Map(),
        reactions: new Map(),
        pins: new Map(),
        deletedBy: new Set(),
      })
    },
    change,
    /** A window closes while its browser has no room. */
    leaveUnkept({ name }: Window): void {
      for (const message of messages.values()) if (message.window === name && message.withoutRoom) message.unkept = true
    },
    /** The texts of own messages of a conversation that closed windows could not keep, and that were not sent. */
    notSent(window: Window, conversation: string, items: readonly HistoryItem[]): string[] {
      const there = new Set(identify(window, conversation, items).values())
      const own = [...messages.values()].filter(({ person, unkept }) => unkept && person === window.browser.person)
      return own.filter((message) => message.conversation === conversation && !there.has(message)).map(({ text }) => text)
    },
    see(items: readonly HistoryItem[]): void {
      for (const { push } of items) if (push.file_name) shown.add(push.guid ?? '')
    },
    wrongIn,
  }
}

/** The texts, reactions and pins of all messages that a window has from the server, by iden. */
export function statesOf({ session }: Window): Map<string, string> {
  const all = [...session.mirror.of('pushes').get().entries.values()]
  return new Map(
    all.map(({ iden, body, file_name, reactions = {}, pinned }) => [
      iden,
      JSON.stringify([
        body ?? file_name,
        Object.entries(reactions)
          .map(([emoji, who]) => [emoji, [...who].sort()])
          .sort(),
        pinned,
      ]),
    ]),
  )
}
