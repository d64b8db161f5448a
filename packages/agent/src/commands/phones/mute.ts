// Mutes phone apps, so their notifications aren't shown on other devices: `waypost phone mute`.

import type { Session } from '@waypost/client'
import { muting, namedMutedApps, unmuting } from '@waypost/protocol'
import { plain, print, printJson } from '../../terminal/terminal.ts'
import { UserError } from '../../user-error.ts'

/** Mutes an app by its package name, or unmutes one by its package name or name; without an app, lists the muted ones. */
export async function muteApp(
  session: Session,
  action: 'mute' | 'unmute',
  app: string | undefined,
  json: boolean,
): Promise<void> {
  await session.start()
  await session.preferences.load()
  const preferences = session.$account.get()?.preferences
  const muted = namedMutedApps(preferences)
  if (app === undefined) {
    if (json) printJson(muted)
    else if (muted.length === 0) print('No app is muted.')
    else for (const { app: id, name } of muted) print(plain(id === name ? id : `${name} (${id})`))
    return
  }
  const known = muted.find((each) => each.app === app || each.name.toLowerCase() === app.toLowerCase())
  if (action === 'unmute' && !known) throw new UserError(`No muted app is called "${app}". See them all with: waypost phone mute`)
  const changes =
    action === 'unmute' ? unmuting(preferences, known?.app ?? app) : muting(preferences, known?.app ?? app, known?.name ?? app)
  if (!changes) throw new UserError('No more apps can be muted. Unmute one first: waypost phone unmute')
  if (!(await session.preferences.set(changes))) throw new UserError("The server didn't accept that. Try again.")
  print(plain(action === 'mute' ? `"${known?.name ?? app}" is muted.` : `"${known?.name}" is no longer muted.`))
}
