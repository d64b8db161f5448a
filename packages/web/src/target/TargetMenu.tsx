import type { Target } from '@waypost/client'
import { type ReactNode, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { useTargetActions } from './actions.tsx'
import { BlockDialog } from './BlockDialog.tsx'

interface TargetMenuProps {
  target: Target
  section: TargetSection
  label: string
  size?: 'normal' | 'small'
  /** The picture on its button. */
  children: ReactNode
}

/** The button that opens what can be done about a target; nothing where that is nothing. */
export function TargetMenu({ target, section, label, size = 'normal', children }: TargetMenuProps) {
  const [blocking, setBlocking] = useState(false)
  const actions = useTargetActions(target, section, () => setBlocking(true))
  if (actions.length === 0) return null
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
      {blocking && <BlockDialog target={target} section={section} onClose={() => setBlocking(false)} />}
    </>
  )
}
