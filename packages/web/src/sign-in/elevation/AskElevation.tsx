import { useStore } from '@nanostores/react'
import { Suspense, useEffect } from 'react'
import { useSession } from '../../session/context.ts'
import { lazily } from '../../ui/lazily.tsx'

const ElevationDialog = lazily(() => import('./ElevationDialog.tsx').then((module) => module.ElevationDialog))

/** Asks the user to prove who they are as soon as a call is waiting for it. The dialog is loaded then. */
export function AskElevation() {
  const { elevation } = useSession()
  const asked = useStore(elevation.$asked)
  useEffect(() => elevation.offer(), [elevation])
  if (!asked) return null
  return (
    <Suspense>
      <ElevationDialog />
    </Suspense>
  )
}
