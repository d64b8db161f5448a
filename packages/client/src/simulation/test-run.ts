// For tests: runs the steps of people and faults in a world, and checks the invariants.

import type { TestServer } from '@waypost/server/test-server'
import * as fc from 'fast-check'
import type { FileSource } from '../ground/platform.ts'
import type { Target } from '../history/target.ts'
import type { Person } from '../session/test-sessions.ts'
import { type Change, openBook, statesOf } from './test-messages.ts'
import { type Browser, openWorld, type Window, type World } from './test-world.ts'

/** One step. Numbers pick one of the available objects. */
type Step =
  /** Some pending tasks run. */
  | { do: 'deliver'; picks: number[] }
  /** The next timer runs, if it is due within a minute. */
  | { do: 'wait' }
  | { do: 'type' | 'erase' | 'send' | 'file' | 'look'; window: number; target: number }
  | { do: Change; window: number; target: number; pick: number }
  | { do: 'leave' | 'suspend' | 'wake' | 'reload' | 'close' | 'open' | 'break'; window: number }
  | { do: 'offline' | 'online' | 'full' | 'room'; browser: number }
  | { do: 'lose'; pick: number }

const number = fc.nat({ max: 1_000 })
const target = fc.nat({ max: 1 })
const window = fc.nat({ max: 5 })
const browser = fc.nat({ max: 2 })
const one = <K extends Step['do']>(...names: K[]) => fc.constantFrom(...names)

const deliver = fc.record({ do: one('deliver'), picks: fc.array(number, { minLength: 1, maxLength: 12 }) })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: deliver },
  { weight: 3, arbitrary: fc.record({ do: one('wait') }) },
  { weight: 7, arbitrary: fc.record({ do: one('type'), window, target }) },
  { weight: 4, arbitrary: fc.record({ do: one('erase', 'send', 'send', 'file', 'look'), window, target }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('edit', 'edit', 'react', 'pin', 'remove', 'restore'), window, target, pick: number }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('leave', 'suspend', 'wake', 'reload', 'close', 'open', 'break'), window }) },
  { weight: 1, arbitrary: fc.record({ do: one('offline', 'online', 'full', 'room'), browser }) },
  { weight: 1, arbitrary: fc.record({ do: one('lose'), pick: number }) },
)

/** The plan of a run. */
export interface Plan {
  /** Whether the other person has a window too. */
  both: boolean
  steps: readonly Step[]
  /** The step before which the server restarts, which takes longer than all others. */
  restart?: number | undefined
}

export const plans: fc.Arbitrary<Plan> = fc.record({
  both: fc.nat({ max: 3 }).map((pick) => pick === 3),
  steps: fc.array(step, { minLength: 5, maxLength: 45 }),
  restart: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat({ max: 30 }) }),
})

/** The other person sends a message from their only window. */
const writes: Step[] = [
  { do: 'type', window: 3, target: 1 },
  { do: 'send', window: 3, target: 1 },
]

/** The other person writes, and people look at it in all windows. */
export const readings: fc.Arbitrary<Plan> = fc.record({
  both: fc.constant(true),
  steps: fc
    .array(
      fc.oneof(
        { weight: 1, arbitrary: fc.constant(writes) },
        {
          weight: 2,
          arbitrary: fc.record({ do: one('look'), window: fc.nat({ max: 2 }), target: fc.constant(1) }).map((each) => [each]),
        },
        { weight: 3, arbitrary: deliver.map((each) => [each]) },
      ),
      { minLength: 10, maxLength: 40 },
    )
    .map((groups): Step[] => groups.flat()),
})

/** A typed word, identified by its letters: every word is unique. */
interface Word {
  conversation: string
  person: Person
  /** `unkept`: typed, sent or erased in a window that closed while its browser had no room: others may not have heard of that. */
  fate: 'typed' | 'sent' | 'erased' | 'unkept'
  /** The window that sent or erased it while its browser had no room. */
  endedIn?: Window
}

export interface Outcome {
  log: readonly string[]
  /** The violations, one sentence each. */
  wrong: string[]
}

/** The data that a browser has saved of a new account: loading that takes longer than most runs. */
export async function savedOf(server: TestServer, person: Person): Promise<SavedOf> {
  const world = openWorld(server)
  const { saved } = world.open(world.addBrowser('A', person)).browser
  await calm(world)
  while (await world.queue.pass(1_000)) await calm(world)
  const texts = saved.keys('').map((key): [string, string] => [key, key === 'mirror.accounts' ? '[]' : (saved.read(key) ?? '')])
  await world.close()
  return ({ account }) => texts.map(([key, text]) => [key, text.replaceAll(person.account.iden, account.iden)])
}

export type SavedOf = (of: Person) => [key: string, text: string][]

interface Setting {
  server: TestServer
  people: readonly [Person, Person]
  savedOf: SavedOf
}

/** Runs a plan in a world of two people, one of whom has two browsers. */
export async function run({ server, people, savedOf }: Setting, { both, steps, restart }: Plan): Promise<Outcome> {
  const world = openWorld(server)
  const [ann, ben] = people
  const browsers = [world.addBrowser('A', ann), world.addBrowser('D', ann, 3_600_000), world.addBrowser('B', ben, -7_200_000)]
  for (const { saved, person } of browsers) for (const [key, text] of savedOf(person)) saved.write(key, text)
  try {
    const play = openPlay(world, browsers as [Browser, Browser, Browser], people)
    await play.begin(both)
    world.queue.log.length = 0
    for (const [index, each] of steps.entries()) {
      if (index === restart) await world.restart()
      await play.step(each)
    }
    await play.end()
    return { log: world.queue.log, wrong: play.wrong() }
  } finally {
    await world.close()
  }
}

async function calm({ queue }: World): Promise<void> {
  await queue.settled()
  while (await queue.next(0));
}

function openPlay(world: World, browsers: readonly [Browser, Browser, Browser], people: readonly [Person, Person]) {
  const words = new Map<string, Word>()
  const book = openBook()
  const changedIn = new Map<string, Set<string>>()
  const draftName = ({ account }: Person, conversation: string) => `${account.iden} ${conversation}`
  const focused = new Map<Browser, { window: Window; target: Target }>()
  /** How far each window has shown each conversation as read. */
  const readIn = new Map<Window, [number, number]>()
  const faults: string[] = []
  let [sent, files] = [0, 0]

  const nameOf = (target: Target) => (target.type === 'me' ? 'self' : target.key)
  const other = (person: Person) => people.find((each) => each !== person) as Person
  /** Windows that have shown something. They keep working if storage fills up later. */
  const started = new Set<Window>()
  const isStarted = (window: Window) => started.has(window)
  const isReady = (window: Window) => isStarted(window) && !window.suspended

  function targetOf({ session, browser }: Window, index: number): Target {
    const chat = session.target.find('people', other(browser.person).account.email)
    return index === 1 && chat ? chat : session.target.me
  }

  const draftOf = ({ session }: Window, target: Target) => session.drafts.of(target).get()
  const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

  async function begin(both: boolean): Promise<void> {
    const [first, second, others] = browsers
    for (const browser of both ? [first, first, second, others] : [first, first, second]) open(browser)
    await calm(world)
  }

  function open(browser: Browser): void {
    const window = world.open(browser)
    window.session.$state.subscribe((state) => {
      if (state !== 'ready') return
      started.add(window)
      for (const target of [0, 1].map((index) => targetOf(window, index)))
        window.session.push.history(target).subscribe(({ items }) => {
          if (!window.closed) book.see(items)
        })
    })
  }

  function focus(window: Window, target: Target): void {
    const before = focused.get(window.browser)
    if (before?.window === window && nameOf(before.target) === nameOf(target)) return
    blur(window.browser)
    focused.set(window.browser, { window, target })
    window.session.drafts.hold(target, true)
  }

  function blur(browser: Browser): void {
    const before = focused.get(browser)
    focused.delete(browser)
    if (before && !before.window.closed) before.window.session.drafts.hold(before.target, false)
  }

  function act(name: 'type' | 'erase' | 'send' | 'file' | 'look', window: Window, target: Target): void {
    const { session, browser } = window
    const withoutRoom = browser.full
    const about = { person: browser.person, conversation: nameOf(target), window: window.name, withoutRoom }
    focus(window, target)
    const draft = draftOf(window, target)
    if (name !== 'file' && name !== 'look') {
      const changed = changedIn.get(draftName(about.person, about.conversation)) ?? new Set()
      changedIn.set(draftName(about.person, about.conversation), changed.add(window.name))
    }
    if (name === 'type') {
      const word = `w${words.size + 1}`
      words.set(word, { person: about.person, conversation: about.conversation, fate: 'typed' })
      session.drafts.write(target, { ...draft, body: draft.body === '' ? word : `${draft.body} ${word}` })
    } else if (name === 'erase') {
      const last = wordsIn(draft.body).at(-1)
      if (last === undefined) return
      end(last, 'erased', window)
      session.drafts.write(target, { ...draft, body: draft.body.slice(0, draft.body.lastIndexOf(last)).trimEnd() })
    } else if (name === 'send') {
      if (draft.body === '') return
      // Two windows may send the same words before one hears of the other: the mark distinguishes them where no guid is known.
      const text = `${draft.body} s${sent++}`
      const guid = session.push.send({ ...draft, body: text }, target)
      if (guid === undefined) return
      book.add({ ...about, guid, text })
      for (const word of wordsIn(draft.body)) end(word, 'sent', window)
      session.drafts.write(target, { title: '', body: '', url: '' })
    } else if (name === 'file') {
      const file = fileOf(`f${files++}.txt`, new TextEncoder().encode(`bytes of file ${files}`))
      const [guid] = session.push.sendFiles([file], target) as [string]
      book.add({ ...about, guid, text: file.name }, true)
    } else {
      session.readMarkers.read(target)
    }
  }

  function end(word: string, fate: Exclude<Word['fate'], 'typed'>, window: Window): void {
    const known = words.get(word)
    if (!known) return
    known.fate = fate
    if (window.browser.full) known.endedIn = window
  }

  /** Whether a draft was changed in one window only: then no concurrent edit can have restored a word. */
  const isAlone = ({ person, conversation }: Word) => (changedIn.get(draftName(person, conversation))?.size ?? 0) < 2

  function windowAt(index: number): Window | undefined {
    const all = world.windows()
    return all[index % Math.max(1, all.length)]
  }

  async function step(each: Step): Promise<void> {
    await happen(each)
    for (const window of world.windows()) if (isStarted(window)) checkRead(window)
  }

  function checkRead(window: Window): void {
    const before = readIn.get(window) ?? [0, 0]
    const now = readOf(window)
    if (now.some((stamp, index) => stamp < (before[index] as number)))
      faults.push(`what is read in ${window.name} went back from ${before} to ${now}`)
    readIn.set(window, now)
  }

  const readOf = (window: Window) =>
    [0, 1].map((index) => window.session.readMarkers.readTo(targetOf(window, index))) as [number, number]

  async function happen(each: Step): Promise<void> {
    world.queue.log.push(`— ${JSON.stringify(each)}`)
    if (each.do === 'deliver') {
      for (const pick of each.picks) await watching(() => world.queue.next(pick))
      return
    }
    if (each.do === 'wait') return void (await watching(() => world.queue.pass(60_000)))
    if (each.do === 'lose') return world.loseAnswer(each.pick)
    if ('browser' in each) {
      const browser = browsers[each.browser % browsers.length] as Browser
      if (each.do === 'full' || each.do === 'room') browser.full = each.do === 'full'
      else browser.online = each.do === 'online'
      if (each.do === 'online') for (const window of browser.windows) if (isReady(window)) window.session.wake()
      if (each.do === 'offline') for (const window of browser.windows) for (const socket of [...window.sockets]) socket.fail()
      return
    }
    const window = windowAt(each.window)
    if (!window) return
    if ('pick' in each) {
      if (!isReady(window)) return
      const target = targetOf(window, each.target)
      const { items } = window.session.push.history(target).get()
      book.change(each.do, window, { conversation: nameOf(target), items, pick: each.pick })
    } else if ('target' in each) {
      if (isReady(window)) act(each.do, window, targetOf(window, each.target))
    } else if (each.do === 'leave') blur(window.browser)
    else if (each.do === 'suspend') window.suspended = true
    else if (each.do === 'wake') wake(window)
    else if (each.do === 'break') for (const socket of [...window.sockets]) socket.fail()
    else if (each.do === 'open') {
      if (window.browser.windows.length < 3) open(window.browser)
    } else {
      leave(window)
      window.close()
      if (each.do === 'reload' || window.browser.windows.length === 0) open(window.browser)
    }
    await world.queue.settled()
  }

  function wake(window: Window): void {
    if (!window.suspended) return
    window.suspended = false
    window.session.wake()
  }

  /** Hides the page for good. */
  function leave(window: Window): void {
    if (focused.get(window.browser)?.window === window) focused.delete(window.browser)
    if (isReady(window)) window.session.drafts.flush()
    if (!window.browser.full || !isStarted(window)) return
    for (const index of [0, 1])
      for (const word of wordsIn(draftOf(window, targetOf(window, index)).body)) end(word, 'unkept', window)
    for (const word of words.values()) if (word.endedIn === window) word.fate = 'unkept'
    book.leaveUnkept(window)
  }

  /** Checks that no focused field loses a word that is neither sent nor erased. */
  async function watching(work: () => Promise<unknown>): Promise<void> {
    const before = [...focused.values()].map(({ window, target }) => ({ window, target, body: draftOf(window, target).body }))
    await work()
    for (const { window, target, body } of before) {
      const after = new Set(wordsIn(draftOf(window, target).body))
      for (const word of wordsIn(body))
        if (!after.has(word) && words.get(word)?.fate === 'typed')
          faults.push(`${word} went from the field of ${window.name} in which it was typed`)
    }
  }

  async function finish(): Promise<void> {
    for (const browser of browsers) {
      browser.online = true
      browser.full = false
      for (const window of browser.windows) wake(window)
      blur(browser)
    }
    for (const window of world.windows()) {
      // A person who sees that it could not start tries again.
      if (!isStarted(window)) void window.session.start()
      window.session.wake()
    }
    for (let round = 0; round < 12; round++) {
      await calm(world)
      if (round > 0 && wrong().length === 0) return
      while (await world.queue.pass(15_000)) await calm(world)
    }
  }

  function wrong(): string[] {
    return [...new Set([...faults, ...world.windows().flatMap(wrongIn), ...disagreements()])]
  }

  function wrongIn(window: Window): string[] {
    const { session, browser, name } = window
    if (!isStarted(window)) return [`${name} has not started: ${JSON.stringify(session.$state.get())}`]
    return [0, 1].flatMap((index) => {
      const target = targetOf(window, index)
      const { items } = session.push.history(target).get()
      const found = book.wrongIn(window, nameOf(target), items)
      const draft = draftOf(window, target).body
      const there = new Set(wordsIn(draft))
      for (const [word, each] of words) {
        const { person, conversation, fate } = each
        if (person !== browser.person || conversation !== nameOf(target)) continue
        if (fate === 'typed' && !there.has(word)) found.push(`${name} has lost ${word}, its field says '${draft}'`)
        if ((fate === 'sent' || fate === 'erased') && isAlone(each) && there.has(word))
          found.push(`${name} has ${word} again, which was ${fate}`)
      }
      for (const word of book.notSent(window, nameOf(target), items).flatMap(wordsIn))
        if (words.get(word)?.fate === 'unkept' && !there.has(word))
          found.push(`${name} has neither sent nor kept ${word}, its field says '${draft}'`)
      return found
    })
  }

  function disagreements(): string[] {
    return people.flatMap((person) => {
      const windows = world.windows().filter((window) => window.browser.person === person && isStarted(window))
      const views = windows.map((window) => ({
        name: window.name,
        messages: JSON.stringify([...statesOf(window)].sort()),
        drafts: JSON.stringify([0, 1].map((index) => draftOf(window, targetOf(window, index)))),
        read: JSON.stringify(readOf(window)),
      }))
      const [first, ...others] = views
      return others.flatMap((each) => [
        ...(each.drafts === first?.drafts
          ? []
          : [`the drafts of ${first?.name} and ${each.name} differ: ${first?.drafts} ${each.drafts}`]),
        ...(each.messages === first?.messages
          ? []
          : [`the messages of ${first?.name} and ${each.name} differ: ${first?.messages} ${each.messages}`]),
        ...(each.read === first?.read ? [] : [`what ${first?.name} and ${each.name} have read differs`]),
      ])
    })
  }

  return { begin, step, end: finish, wrong }
}

function fileOf(name: string, bytes: Uint8Array): FileSource {
  return { name, type: 'text/plain', size: bytes.length, slice: (start, end) => bytes.slice(start, end) }
}
