import {
  type Account,
  type Device,
  type Gives,
  getActivity,
  type Push,
  Refusal,
  type Subscription,
  type Text,
} from '@waypost/protocol'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Session } from '../session/session.ts'

// What a new account is shown to do first, and how much of it is done.

/** The steps of the checklist, in their order. */
export const setupStepNames = [
  'mobile',
  'desktop',
  'sms',
  'notifications',
  'links',
  'files',
  'chat',
  'channels',
  'invite',
] as const
export type SetupStepName = (typeof setupStepNames)[number]

/** What a person said of a step. */
export type SetupMark = 'Done' | 'Skipped'

/** One step. `help_url` leads to more about it; `show` says for whom it is, and without it the step is for everybody. */
export interface SetupStep {
  name: SetupStepName
  /** What has to be there for the step to be done by itself: a device, something sent, or nothing but a word from the person. */
  type: 'device' | 'activity' | 'person'
  image: string
  help_url: string
  done: boolean
  /** Why it is done: what is there says so, or else the person. */
  by?: 'itself' | SetupMark
  show?: boolean
}

/** What the pushes of an account show of its use. */
export type Activity = Gives<typeof getActivity>

export interface SetupFacts {
  account: Pick<Account, 'created' | 'preferences'>
  devices: Iterable<Pick<Device, 'active' | 'type'>>
  pushes: Iterable<Pick<Push, 'active' | 'type' | 'direction'>>
  subscriptions: Iterable<Pick<Subscription, 'active'>>
  /** What the server knows of older pushes, which are not all here. */
  activity?: Activity | undefined
  /** Texts that were handed to a phone; they are gone an hour later. */
  texts?: Iterable<Pick<Text, 'active'>>
}

/** Accounts made up to this moment, in seconds since 1970, have no checklist. */
const firstWithSetup = 1_440_698_722
const mobileTypes = ['android', 'ios']
const desktopTypes = ['chrome', 'firefox', 'safari', 'opera', 'windows']

/** The preference that says of a step that it is done, or was skipped. */
export const setupFlag = (name: SetupStepName) => `setup_${name}` as const

/** Whether the checklist is for this account. */
export function hasSetup({ created, preferences }: SetupFacts['account']): boolean {
  return created > firstWithSetup && !preferences?.setup_done
}

/** The steps as they stand; the one about texts only where a phone can send them. */
export function setupSteps({ account, devices, pushes, subscriptions, activity, texts = [] }: SetupFacts): SetupStep[] {
  const types = Array.from(devices, ({ active, type }) => (active && type) || '')
  const detected: Partial<Record<SetupStepName, boolean>> = {
    mobile: types.some((type) => mobileTypes.includes(type)),
    desktop: types.some((type) => desktopTypes.includes(type)),
    sms: someActive(texts),
    channels: someActive(subscriptions),
    ...either(seenIn(pushes), activity),
  }
  const step = (name: SetupStepName): SetupStep => {
    const flag = account.preferences?.[setupFlag(name)]
    const by = detected[name] ? 'itself' : flag ? (flag === 'Skipped' ? 'Skipped' : 'Done') : undefined
    return {
      name,
      type: name === 'mobile' || name === 'desktop' ? 'device' : name in detected ? 'activity' : 'person',
      image: `/img/setup/${name}.svg`,
      help_url: `/help?topic=${name}`,
      done: by !== undefined,
      ...(by && { by }),
      ...(name === 'sms' && { show: types.includes('android') || !types.includes('ios') }),
    }
  }
  return setupStepNames.map(step).filter(({ show }) => show !== false)
}

/** A box may hold many thousands, so nobody looks further than to the first of each. */
function seenIn(pushes: SetupFacts['pushes']): Activity {
  const seen = { links: false, files: false, chat: false }
  for (const { active, type, direction } of pushes) {
    if (!active) continue
    if (type === 'file') seen.files = true
    if (direction !== 'outgoing') continue
    seen.chat = true
    if (type === 'link') seen.links = true
    if (seen.links && seen.files) break
  }
  return seen
}

const either = (here: Activity, there: Activity | undefined): Activity => ({
  links: here.links || there?.links === true,
  files: here.files || there?.files === true,
  chat: here.chat || there?.chat === true,
})

function someActive(objects: Iterable<{ active: boolean }>): boolean {
  for (const { active } of objects) if (active) return true
  return false
}

/** The checklist of a session. */
export interface Setup {
  $steps: ReadableAtom<readonly SetupStep[]>
  /** How many steps are neither done nor skipped; 0 before that is known, and where the checklist is not for the account. */
  $left: ReadableAtom<number>
}

const opened = new WeakMap<Session, Setup>()

/** The checklist of a session, the same one for every screen. */
export function setupOf(session: Session): Setup {
  const known = opened.get(session)
  if (known) return known
  const { mirror, $account } = session
  const objects = [mirror.of('devices'), mirror.of('pushes'), mirror.of('subscriptions'), mirror.of('texts')] as const
  const $activity = keepActivity(session)
  const $steps = computed([$account, $activity, ...objects], (account, activity, devices, pushes, subscriptions, texts) =>
    setupSteps({
      account: account ?? nobody,
      activity,
      devices: devices.entries.values(),
      pushes: pushes.entries.values(),
      subscriptions: subscriptions.entries.values(),
      texts: texts.entries.values(),
    }),
  )
  const $left = computed([$account, session.$state, $steps], (account, state, steps) =>
    account && state === 'ready' && hasSetup(account) ? steps.filter(({ done }) => !done).length : 0,
  )
  const setup = { $steps, $left }
  opened.set(session, setup)
  return setup
}

/**
 * What the server says of the account's pushes, where those here do not say it: a client keeps the latest of each conversation only. It is
 * asked when the client is up to date, and again when something that was seen here is gone; until it answers, what was done stays done.
 */
function keepActivity(session: Session): ReadableAtom<Activity | undefined> {
  const $activity = atom<Activity | undefined>()
  const pushes = session.mirror.of('pushes')
  let before: Activity | undefined
  let asked = false
  let round = 0

  async function look(): Promise<void> {
    const account = session.$account.get()
    if (session.$state.get() !== 'ready' || session.$connection.get() !== 'connected' || !account || !hasSetup(account)) return
    const now = seenIn(pushes.get().entries.values())
    const lost = before && activities.filter((each) => before?.[each] && !now[each])
    before = now
    if (lost?.length) {
      $activity.set({ ...nothing, ...$activity.get(), ...Object.fromEntries(lost.map((each) => [each, true])) })
      asked = false
    }
    if (asked || activities.every((each) => now[each])) return
    asked = true
    try {
      const mine = ++round
      const answer = await session.call(getActivity, {})
      // One that was asked for later knows more.
      if (mine === round) $activity.set(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // With the next change, or when the connection is back.
      asked = false
    }
  }

  for (const store of [session.$account, session.$state, session.$connection, pushes]) store.listen(() => void look())
  void look()
  return $activity
}

const activities = ['links', 'files', 'chat'] as const
const nothing: Activity = { links: false, files: false, chat: false }

const nobody: SetupFacts['account'] = { created: 0 }

/** Writes down that a text was sent, as texts do not stay. Answers how to stop. */
export function keepSetup(session: Session): () => void {
  let kept = false
  return setupOf(session).$steps.subscribe((steps) => {
    const account = session.$account.get()
    const texted = steps.some(({ name, by }) => name === 'sms' && by === 'itself')
    if (kept || !texted || !account || !hasSetup(account) || account.preferences?.[setupFlag('sms')]) return
    // Once only: one that the server does not take would come back here without end.
    kept = true
    void markSetup(session, 'sms', 'Done')
  })
}

/** Says of a step that it is done or skipped, or takes that back. Answers whether the server knows; failure: `onFailure`. */
export function markSetup(session: Session, name: SetupStepName, mark: SetupMark | undefined): Promise<boolean> {
  return session.preferences.set({ [setupFlag(name)]: mark })
}

/** The checklist is over: its section goes. */
export function finishSetup(session: Session): Promise<boolean> {
  return session.preferences.set({ setup_done: true })
}

/** Clears every flag. What is there by itself stays done. */
export function restartSetup(session: Session): Promise<boolean> {
  const flags = ['setup_done', ...setupStepNames.map(setupFlag)]
  return session.preferences.set(Object.fromEntries(flags.map((flag) => [flag, undefined])))
}
