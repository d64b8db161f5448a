// Loads the menu of a target once the first page is shown.

import { IconButton } from '../ui/inputs/IconButton.tsx'
import { lazily } from '../ui/lazily.tsx'
import type { TargetMenuProps } from './TargetMenu.tsx'

/** The button with the menu of a target. */
export const TargetMenuLater = lazily(async () => (await import('./TargetMenu.tsx')).TargetMenu, {
  later: true,
  waiting: ({ label, size = 'normal', children }: TargetMenuProps) => (
    <IconButton label={label} size={size} unavailable>
      {children}
    </IconButton>
  ),
})
