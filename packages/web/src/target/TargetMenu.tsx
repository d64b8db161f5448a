// Shows the menu of a target and the dialogs that it opens.

import type { Target } from '@waypost/client'
import { type ReactNode, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Menu } from '../ui/inputs/Menu.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'
import { useTargetActions } from './menu-items.tsx'

interface TargetMenuProps {
  target: Target
  section: TargetSection
  label: string
  size?: 'normal' | 'small'
  /** The icon of the button. */
  children: ReactNode
}

/** The button with the menu of a target. */
export function TargetMenu({ target, section, label, size = 'normal', children }: TargetMenuProps) {
  const [asking, setAsking] = useState<'block' | 'clear'>()
  const actions = useTargetActions(
    target,
    section,
    () => setAsking('block'),
    () => setAsking('clear'),
  )
  const close = () => setAsking(undefined)
  return (
    <>
      <Menu
        label={label}
        items={actions}
        trigger={(props) => (
          <IconButton {...props} label={label} size={size}>
            {children}
          </IconButton>
        )}
      />
      {asking === 'block' && <BlockDialog target={target} section={section} onClose={close} />}
      {asking === 'clear' && <ClearDialog target={target} onClose={close} />}
    </>
  )
}
