import type { Target } from '@waypost/client'
import { type ReactNode, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Menu } from '../ui/inputs/Menu.tsx'
import type { MenuItem } from '../ui/inputs/MenuItems.tsx'
import type { AskedDialogProps } from './AskedDialog.tsx'
import { useTargetActions } from './menu-items.tsx'
import { TargetDialog } from './TargetDialog.tsx'

export interface TargetMenuProps {
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

/** The actions of a target, and the dialog that one of them opened. */
export function useAskingActions(target: Target, section: TargetSection) {
  const [asking, onAsk] = useState<AskedDialogProps['asking']>()
  const actions = useTargetActions({ target, section, onAsk })
  const dialog = <TargetDialog asking={asking} target={target} section={section} onClose={() => onAsk(undefined)} />
  return { actions, dialog }
}
