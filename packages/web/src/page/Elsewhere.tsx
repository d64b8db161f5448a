// Redirects the paths that lead elsewhere.

import { useEffect } from 'react'
import { linkTo } from '../browser/document.ts'
import { go, leaveFor } from '../browser/location.ts'
import { apiReference, leadsTo } from '../route.ts'

/** A path that redirects. */
export function Elsewhere({ path }: { path: string }) {
  const goal = leadsTo(path, { blog: linkTo('blog'), help: linkTo('help') })
  useEffect(() => {
    if (goal?.startsWith('/') && goal !== apiReference) go(goal, { replace: true })
    else if (goal) leaveFor(goal, { replace: true })
  }, [goal])
  return null
}
