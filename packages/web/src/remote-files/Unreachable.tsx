import { useStore } from '@nanostores/react'
import type { RemoteDevice, RemoteState } from '@waypost/client/remote-files'
import type { ReactNode } from 'react'
import { i18n } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { remoteState } from './en.ts'

/** The names of a device's states, and how to enable its remote files in each. */
export const stateNames = i18n('remote-state', remoteState)

/** How to enable remote files in a state; undefined if they are enabled. */
export function howToEnable(words: ReturnType<typeof stateNames.get>, state: RemoteState): string | undefined {
  return state === 'enabled' ? undefined : words[`how-${state}`]
}

interface UnreachableProps {
  device: RemoteDevice
  action?: ReactNode
}

/** A device whose files are unavailable: its state, and how to enable them. */
export function Unreachable({ device, action }: UnreachableProps) {
  const t = useStore(stateNames)
  return (
    <EmptyState drawing={device.state === 'not-connected' ? 'torn' : 'devices'} title={t[device.state]} action={action}>
      {howToEnable(t, device.state)}
    </EmptyState>
  )
}
