import type { RemoteState } from '@waypost/client/remote-files'
import { i18n } from '../ui/language.ts'

/** The names of a device's states, and how to enable its remote files in each. */
export const stateNames = i18n('remote-state', {
  'not-supported': 'Not Supported',
  disabled: 'Disabled',
  'not-connected': 'Not Connected',
  enabled: 'Enabled',
  'how-not-supported': 'Its files can be reached once the Waypost companion runs on it.',
  'how-disabled': 'Choose the folders to share in the Waypost companion on it.',
  'how-not-connected': 'Switch it on, and start the Waypost companion on it.',
})

/** How to enable remote files in a state; undefined if they are enabled. */
export function howToEnable(words: ReturnType<typeof stateNames.get>, state: RemoteState): string | undefined {
  return state === 'enabled' ? undefined : words[`how-${state}`]
}
