// Shows the menu of a target and the dialogs that it opens.

import type { Target } from '@waypost/client'
import { type ReactNode, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { ContextMenu } from '../ui/inputs/ContextMenu.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Menu } from '../ui/inputs/Menu.tsx'
import type { MenuItem } from '../ui/inputs/MenuItems.tsx'
import type { Point } from '../ui/inputs/use-context-menu.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'
import { useTargetActions } from './menu-items.tsx'

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

interface TargetContextMenuProps {
  target: Target
  section: TargetSection
  label: string
  at: Point
  owner: HTMLElement
}

/** The same menu at a point. Give it a `key`: each time that it opens, it is another one. */
export function TargetContextMenu({ target, section, ...menu }: TargetContextMenuProps) {
  const [open, setOpen] = useState(true)
  const { actions, dialog } = useAskingActions(target, section)
  return (
    <>
      {open && <ContextMenu {...menu} items={actions} onClose={() => setOpen(false)} />}
      {dialog}
    </>
  )
}

/** The actions of a target, and the dialog that one of them has opened. */
function useAskingActions(target: Target, section: TargetSection) {
  const [asking, setAsking] = useState<'block' | 'clear'>()
  const actions = useTargetActions(
    target,
    section,
    () => setAsking('block'),
    () => setAsking('clear'),
  )
  const close = () => setAsking(undefined)
  const dialog = (
    <>
      {asking === 'block' && <BlockDialog target={target} section={section} onClose={close} />}
      {asking === 'clear' && <ClearDialog target={target} onClose={close} />}
    </>
  )
  return { actions, dialog }
}
