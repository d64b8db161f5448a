// Keeps a share from another app while signed out, and goes to the sign-in page.

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { keepShare, markWaiting } from '../../browser/app/kept-shares.ts'
import { type Launch, watchLaunches } from '../../browser/app/launches.ts'
import { go } from '../../browser/location.ts'
import { useQuery } from '../../route.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { keepFiles, sharePath } from './arrivals.ts'
import { sharedBeforeSignIn } from './en.ts'
import { readShareLink } from './share-link.ts'

const messages = i18n('shared-before-sign-in', sharedBeforeSignIn)

/** How long the files of a launch may take to arrive, in milliseconds. */
const launchWithin = 3_000

/** Goes to the sign-in page, which returns to the sheet. */
export function SharedBeforeSignIn() {
  const t = useStore(messages)
  const query = useQuery()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for what the page was opened with
  useEffect(() => {
    let left = false
    void keep(query).then(async (kept) => {
      if (left) return
      if (kept.id !== undefined) {
        await markWaiting(kept.id, true)
        showToast(t.kept, undefined, { lasting: true })
      }
      const next = `${sharePath}?${new URLSearchParams(kept)}#people/me`
      go(`/signin?${new URLSearchParams({ next })}`, { replace: true })
    })
    return () => {
      left = true
    }
  }, [])
  return null
}

/** The query of the sheet after the sign-in. The content of a link is stored, too: a long address doesn't survive every way to sign in. */
async function keep(query: Record<string, string>): Promise<Record<string, string>> {
  if (query.files !== undefined) return keepFiles((await launchedFiles()) ?? (async () => []))
  const asked = query.link === undefined ? undefined : readShareLink(query.link)
  return asked && 'share' in asked ? keepShare(asked.share) : query
}

function launchedFiles(): Promise<Launch['files']> {
  return new Promise((resolve) => {
    watchLaunches(({ files }) => files && resolve(files))
    setTimeout(() => resolve(undefined), launchWithin)
  })
}
