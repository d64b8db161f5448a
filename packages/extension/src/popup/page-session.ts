// The session of a page: one more window of the background's session.

import type { Session } from '@waypost/client'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { platform } from '../browser/platform.ts'
import { onLeaving } from '../browser/this-page.ts'
import { ask } from '../messages.ts'
import type { SignIn } from '../session/access.ts'
import { type Opened, openOwnSession } from '../session/own-session.ts'

/** How long the page waits for the background to take the lead, in milliseconds. After that it leads itself until the background does. */
const leadsWithin = 1_000

const OpenedContext = createContext<Opened | undefined>(undefined)
export const ProvideOpened = OpenedContext.Provider

/** The open session, and the sign-in and storage behind it. */
export function useOpened(): Opened {
  const opened = useContext(OpenedContext)
  if (!opened) throw new Error('There is no session here.')
  return opened
}

export const useSession = (): Session => useOpened().session

/** The started session of the signed-in account; undefined until it is open. */
export function usePageSession({ token }: SignIn): Opened | undefined {
  const [opened, setOpened] = useState<{ token: string; opened: Opened }>()
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    void openPageSession().then((found) => {
      if (!found) return
      if (isOver) return found.session.close()
      stop = () => found.session.close()
      onLeaving(stop)
      setOpened({ token, opened: found })
    })
    return () => {
      isOver = true
      stop()
    }
  }, [token])
  return opened?.token === token ? opened.opened : undefined
}

async function openPageSession(): Promise<Opened | undefined> {
  const awake = ask({ kind: 'wake' }).catch(() => {})
  const [opened] = await Promise.all([
    openOwnSession(),
    Promise.race([awake, new Promise<void>((resolve) => void platform.after(leadsWithin, resolve))]),
  ])
  void opened?.session.start()
  return opened
}
