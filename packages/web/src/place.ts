import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { hasSetup } from '@waypost/client/setup/has-setup'
import type { Device } from '@waypost/protocol'
import { useEffect } from 'react'
import { $oneColumn } from './browser/media.ts'
import { open, type Place, placeOf, remember, remembered, type Section, useHash } from './route.ts'

/** The open place: the one that the hash names, or the default of its section. */
export function usePlace(session: Session): Place {
  const hash = useHash()
  const named = placeOf(hash)
  const narrow = useStore($oneColumn)
  const account = useStore(session.$account)
  const begins = /^#?$/.test(hash) && account !== undefined && hasSetup(account)
  const section = named?.section ?? (begins ? 'setup' : 'people')
  const usual = useUsual(session, section)
  // With one column, a section without an item is its list. An empty hash means the checklist or the user's own pushes.
  const item = named ? (named.item ?? (narrow ? undefined : usual)) : begins ? 'progress' : 'me'
  const chosen = item === undefined ? { section } : { section, item }
  const settled = named?.item === item
  useEffect(() => {
    if (!settled) open(section, item, { replace: true })
    else if (item !== undefined) remember({ section, item })
  }, [settled, section, item])
  return chosen
}

/** The default item of a section: the last open one if it still exists, or the first. Undefined until the lists are loaded. */
function useUsual(session: Session, section: Section): string | undefined {
  const state = useStore(session.$state)
  const devices = useStore(session.target.$devices)
  const following = useStore(session.target.$following)
  const sources = useStore(session.target.$sources)
  const all = useStore(session.device.$all)
  const known = remembered(section)
  if (section === 'people') return known ?? 'me'
  if (section === 'settings') return known ?? 'account'
  if (section === 'admin') return known ?? 'people'
  if (section === 'setup') return 'progress'
  if (state !== 'ready') return undefined
  if (section === 'sms' || section === 'remotefiles') return usualOn(section, all, known)
  const listed = { devices, following, sources }[section]
  const found = known === undefined ? undefined : session.target.find(section, known)
  return (found ?? listed[0])?.key ?? 'new'
}

/** The last open item of a device, if the device still exists; for SMS, else the first device that can send them. */
function usualOn(section: 'sms' | 'remotefiles', devices: readonly Device[], known: string | undefined): string | undefined {
  const fits = ({ has_sms }: Device) => section !== 'sms' || has_sms
  const device = known?.split('/')[0]
  if (devices.some((each) => each.iden === device && fits(each))) return known
  return section === 'sms' ? devices.find(fits)?.iden : undefined
}
