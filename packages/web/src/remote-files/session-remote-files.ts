import type { Session } from '@waypost/client'
import { fileRequestPrefix, openRemoteFiles, type RemoteFiles } from '@waypost/client/remote-files'
import { useEffect } from 'react'
import { $focused } from '../browser/attention.ts'
import { $now } from '../browser/clock.ts'
import { onSettingChanged } from '../browser/storage.ts'
import { savedOf } from '../session/account.ts'
import { useSession } from '../session/context.ts'

const known = new WeakMap<Session, RemoteFiles>()

/** Requests continue while another section is open. */
function remoteFilesOf(session: Session): RemoteFiles {
  const made = known.get(session) ?? make(session)
  known.set(session, made)
  return made
}

export const useRemoteFiles = (): RemoteFiles => remoteFilesOf(useSession())

function make(session: Session): RemoteFiles {
  const files = openRemoteFiles(session, { saved: savedOf(session.$account.get()?.iden) })
  onSettingChanged((key) => {
    if (key?.startsWith(fileRequestPrefix)) files.requests.load()
  })
  return files
}

/**
 * Pings the devices while the window is focused, as soon as the stream is connected: an earlier ping would get no answer, and the next one
 * would go out a minute later.
 */
export function usePings(): void {
  const { pinger, $connection } = useSession()
  useEffect(() => {
    const ask = () => $focused.get() && $connection.get() === 'connected' && pinger.ping()
    const stops = [$focused.subscribe(ask), $now.subscribe(ask), $connection.subscribe(ask)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [pinger, $connection])
}
