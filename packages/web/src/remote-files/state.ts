import type { RemoteState } from '@waypost/client/remote-files'
import { i18n } from '../ui/language.ts'

/** What the states of a device are called, and how one that cannot be reached comes to be enabled. */
export const stateWords = i18n('remote-state', {
  'not-supported': 'Not Supported',
  disabled: 'Disabled',
  'not-connected': 'Not Connected',
  enabled: 'Enabled',
  'how-not-supported': 'Its files can be reached once the Waypost companion runs on it.',
  'how-disabled': 'Choose the folders to share in the Waypost companion on it.',
  'how-not-connected': 'Switch it on, and start the Waypost companion on it.',
})

/** What to do about a state; nothing about the good one. */
export function howToEnable(words: ReturnType<typeof stateWords.get>, state: RemoteState): string | undefined {
  return state === 'enabled' ? undefined : words[`how-${state}`]
}
