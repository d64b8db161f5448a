import type { Account, Device, Push, Subscription } from '@waypost/protocol'

// What a new account is shown to do first, and how much of it is done. Rules alone: the facts are handed in.

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

/** One step. `help_url` leads to more about it; `show` says for whom it is, and without it the step is for everybody. */
export interface SetupStep {
  name: SetupStepName
  /** What has to be there for the step to be done by itself: a device, something sent, or nothing but a word from the person. */
  type: 'device' | 'activity' | 'person'
  image: string
  help_url: string
  done: boolean
  show?: boolean
}

export interface SetupFacts {
  account: Pick<Account, 'created' | 'preferences'>
  devices: readonly Pick<Device, 'active' | 'type'>[]
  pushes: readonly Pick<Push, 'active' | 'type' | 'direction'>[]
  subscriptions: readonly Pick<Subscription, 'active'>[]
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
export function setupSteps({ account, devices, pushes, subscriptions }: SetupFacts): SetupStep[] {
  const types = devices.filter(({ active }) => active).map(({ type }) => type ?? '')
  const sent = pushes.filter(({ active, direction }) => active && direction === 'outgoing')
  const detected: Partial<Record<SetupStepName, boolean>> = {
    mobile: types.some((type) => mobileTypes.includes(type)),
    desktop: types.some((type) => desktopTypes.includes(type)),
    links: sent.some(({ type }) => type === 'link'),
    files: pushes.some(({ active, type }) => active && type === 'file'),
    chat: sent.length > 0,
    channels: subscriptions.some(({ active }) => active),
  }
  const step = (name: SetupStepName): SetupStep => ({
    name,
    type: name === 'mobile' || name === 'desktop' ? 'device' : name in detected ? 'activity' : 'person',
    image: `/img/setup/${name}.svg`,
    help_url: `/help?topic=${name}`,
    done: Boolean(detected[name] || account.preferences?.[setupFlag(name)]),
    ...(name === 'sms' && { show: types.includes('android') || !types.includes('ios') }),
  })
  return setupStepNames.map(step).filter(({ show }) => show !== false)
}
