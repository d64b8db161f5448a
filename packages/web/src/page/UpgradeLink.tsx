import { useStore } from '@nanostores/react'
import { $proOffered } from '../browser/server-facts.ts'

/** The link to Pro beside a limit of a free account, where Pro can be bought. */
export function UpgradeLink({ children }: { children: string }) {
  return useStore($proOffered) && <a href="/pro">{children}</a>
}
