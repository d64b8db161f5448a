// Redirects paths that belong to other pages or sites.

import { type ReactNode, useEffect } from 'react'
import { linkTo } from '../browser/document.ts'
import { go, leaveFor } from '../browser/location.ts'
import { leadsTo } from '../route.ts'

/** Redirects from `path`. Shows `lost` if the path has no target. */
export function Elsewhere({ path, lost }: { path: string; lost: ReactNode }) {
  const goal = leadsTo(path, { blog: linkTo('blog'), help: linkTo('help') })
  useEffect(() => {
    if (goal?.startsWith('/#')) go(goal, { replace: true })
    else if (goal) leaveFor(goal, { replace: true })
  }, [goal])
  return goal ? null : lost
}
