import { getServer, getServerSettings, type ServerSettings, setServerSettings } from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { countPaying } from '../plan/rows.ts'
import { pictureAddress, settingsShown } from '../settings/rules.ts'
import { checkSettings, detailsOfSettings } from './settings-rules.ts'

export function settingsCalls({ config, db, settings, origin }: Deps): Handler[] {
  const shown = async (): Promise<ServerSettings> => ({
    ...settingsShown(settings.chosen, config, origin()),
    paying: await countPaying(db),
  })

  return [
    handle(getServer, async () => {
      const { name, picture, signUp, plans } = settings.now
      return { name, ...(picture && { picture_url: pictureAddress(origin(), picture) }), sign_up: signUp, plans }
    }),
    handle(getServerSettings, shown),
    handle(setServerSettings, async ({ defaults = [], ...values }, { caller }) => {
      const changes = { ...values, ...Object.fromEntries(defaults.map((name) => [name, null])) }
      await checkSettings(changes, { db, config, plans: settings.now.plans })
      await settings.save(changes, (tx) =>
        audit(tx, { act: 'settings', by: caller.account, details: detailsOfSettings(changes) }),
      )
      return shown()
    }),
  ]
}
