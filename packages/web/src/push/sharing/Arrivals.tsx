import { Suspense, useEffect } from 'react'
import { usePath, useQuery } from '../../route.ts'
import { lazily } from '../../ui/lazily.tsx'
import { followLaunches, sharePath } from './arrivals.ts'

const ShareSheet = lazily(() => import('./ShareSheet.tsx').then((module) => module.ShareSheet))

/** The sheet for shares from other apps, over the main page while the address names it. */
export function Arrivals() {
  const path = usePath()
  const query = useQuery()
  useEffect(followLaunches, [])
  if (path !== sharePath) return null
  return (
    <Suspense fallback={null}>
      <ShareSheet key={JSON.stringify(query)} query={query} />
    </Suspense>
  )
}
