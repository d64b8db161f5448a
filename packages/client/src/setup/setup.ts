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
import { hasSetup } from './has-setup.ts'
import { type SetupStepName, setupStepNames } from './step-names.ts'

/** How the user marked a step. */
export type SetupMark = 'Done' | 'Skipped'

/** A step of the checklist. `help_url` leads to more about it. `show` is set if the step is only for some accounts. */
export interface SetupStep {
  name: SetupStepName
  /** How its completion is detected: by a device, by activity, or not at all (`person`: only by the user's mark). */
  type: 'device' | 'activity' | 'person'
  image: string
  help_url: string
  done: boolean
  /** Why it is done: detected, or marked by the user. */
  by?: 'itself' | SetupMark
  show?: boolean
}

type Activity = Gives<typeof getActivity>

export interface SetupFacts {
  account: Pick<Account, 'created' | 'preferences'>
  devices: Iterable<Pick<Device, 'active' | 'type'>>
  pushes: Iterable<Pick<Push, 'active' | 'type' | 'direction'>>
  subscriptions: Iterable<Pick<Subscription, 'active'>>
  /** Activity in older pushes, as the server reports it; the mirror does not have all pushes. */
  activity?: Activity | undefined
  /** SMS that were passed to the server; it deletes them after an hour. */
  texts?: Iterable<Pick<Text, 'active'>>
}

const mobileTypes = ['android', 'ios']
const desktopTypes = ['chrome', 'firefox', 'safari', 'opera', 'windows']

/** The preference that marks a step as done or skipped. */
export const setupFlag = (name: SetupStepName) => `setup_${name}` as const

/** The current steps. Accounts with an iPhone but no Android phone have no texting step. */
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

/** Stops when one of each kind is found, because there may be many thousands of pushes. */
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

interface Setup {
  $steps: ReadableAtom<readonly SetupStep[]>
  /** 0 while unknown, and for accounts without a checklist. */
  $left: ReadableAtom<number>
}

const opened = new WeakMap<Session, Setup>()

/** The checklist of a session, shared by all screens. */
export function setupOf(session: Session): Setup {
  const known = opened.get(session)
  if (known) return known
  const { mirror, $account } = session
  const objects = [mirror.of('devices'), mirror.of('pushes'), mirror.of('subscriptions'), mirror.of('texts')] as const
  const $activity = keepActivity(session)
  const $steps = computed([$account, $activity, ...objects], (account, activity, devices, pushes, subscriptions, texts) =>
    setupSteps({
      account: account ?? noAccount,
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
 * The server's report of activity that the mirror does not show: it has only the latest pushes of each conversation. Fetched when the
 * session is up to date, and again after a deletion in the mirror; until the response arrives, a step that was done stays done.
 */
function keepActivity(session: Session): ReadableAtom<Activity | undefined> {
  const $activity = atom<Activity | undefined>()
  const pushes = session.mirror.of('pushes')
  let before: Activity | undefined
  let isFetched = false
  let round = 0

  async function refresh(): Promise<void> {
    const account = session.$account.get()
    if (session.$state.get() !== 'ready' || session.$connection.get() !== 'connected' || !account || !hasSetup(account)) return
    const now = seenIn(pushes.get().entries.values())
    const lost = before && activities.filter((each) => before?.[each] && !now[each])
    before = now
    if (lost?.length) {
      $activity.set({ ...nothing, ...$activity.get(), ...Object.fromEntries(lost.map((each) => [each, true])) })
      isFetched = false
    }
    if (isFetched || activities.every((each) => now[each])) return
    isFetched = true
    try {
      const mine = ++round
      const answer = await session.call(getActivity, {})
      // A later call has a newer response.
      if (mine === round) $activity.set(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Retried on the next change, or when the connection is back.
      isFetched = false
    }
  }

  for (const store of [session.$account, session.$state, session.$connection, pushes]) store.listen(() => void refresh())
  void refresh()
  return $activity
}

const activities = ['links', 'files', 'chat'] as const
const nothing: Activity = { links: false, files: false, chat: false }

const noAccount: SetupFacts['account'] = { created: 0 }

/** Marks the texting step once an SMS was sent, because the server deletes SMS. Returns a function that stops it. */
export function keepSetup(session: Session): () => void {
  let kept = false
  return setupOf(session).$steps.subscribe((steps) => {
    const account = session.$account.get()
    const texted = steps.some(({ name, by }) => name === 'sms' && by === 'itself')
    if (kept || !texted || !account || !hasSetup(account) || account.preferences?.[setupFlag('sms')]) return
    // Only once: if the server refuses, this listener would be called endlessly.
    kept = true
    void markSetup(session, 'sms', 'Done')
  })
}

/** Marks a step as done or skipped, or removes the mark. Returns whether the server accepted it; failure: `onFailure`. */
export function markSetup(session: Session, name: SetupStepName, mark: SetupMark | undefined): Promise<boolean> {
  return session.preferences.set({ [setupFlag(name)]: mark })
}

/** Finishes the checklist; its section disappears. */
export function finishSetup(session: Session): Promise<boolean> {
  return session.preferences.set({ setup_done: true })
}

/** Clears all marks. Detected steps stay done. */
export function restartSetup(session: Session): Promise<boolean> {
  const flags = ['setup_done', ...setupStepNames.map(setupFlag)]
  return session.preferences.set(Object.fromEntries(flags.map((flag) => [flag, undefined])))
}
