// Draws the state of a device whose files are unavailable, and how to enable them.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { RemoteDevice } from '@waypost/client/remote-files'
import type { ReactNode } from 'react'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { howToEnable, stateNames } from './state-names.ts'

interface UnreachableProps {
  device: RemoteDevice
  target: Target | undefined
  action?: ReactNode
}

/** A device whose files are unavailable: its state, and how to enable them. */
export function Unreachable({ device, target, action }: UnreachableProps) {
  const t = useStore(stateNames)
  return (
    <EmptyState
      picture={target && <TargetAvatar target={target} size={64} marked={false} />}
      title={t[device.state]}
      action={action}
    >
      {howToEnable(t, device.state)}
    </EmptyState>
  )
}
