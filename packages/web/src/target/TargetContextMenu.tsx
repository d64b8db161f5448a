import type { Target } from '@waypost/client'
import { useState } from 'react'
import type { TargetSection } from '../route.ts'
import { ContextMenu } from '../ui/inputs/ContextMenu.tsx'
import type { Point } from '../ui/inputs/use-context-menu.ts'
import { useAskingActions } from './TargetMenu.tsx'

interface TargetContextMenuProps {
  target: Target
  section: TargetSection
  label: string
  at: Point
  owner: HTMLElement
}

/** The menu of a target at a point. Give it a new `key` each time it opens. */
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
