// Shows the menu of a target behind a button.

import type { Target } from '@waypost/client'
import type { ReactNode } from 'react'
import type { TargetSection } from '../route.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Menu } from '../ui/inputs/Menu.tsx'
import type { MenuItem } from '../ui/inputs/MenuItems.tsx'
import { useAskingActions } from './TargetDialog.tsx'

interface TargetMenuProps {
  target: Target
  section: TargetSection
  label: string
  size?: 'normal' | 'small'
  /** Items above those of the target. */
  before?: readonly MenuItem[]
  /** The icon of the button. */
  children: ReactNode
}

/** The button with the menu of a target. */
export function TargetMenu({ target, section, label, size = 'normal', before = [], children }: TargetMenuProps) {
  const { actions, dialog } = useAskingActions(target, section)
  return (
    <>
      <Menu
        label={label}
        items={[...before, ...actions]}
        trigger={(props) => (
          <IconButton {...props} label={label} size={size}>
            {children}
          </IconButton>
        )}
      />
      {dialog}
    </>
  )
}
