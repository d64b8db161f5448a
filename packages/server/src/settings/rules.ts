// Decides which value of a server setting applies: the environment's, the administrator's or the default.

import { createHash } from 'node:crypto'
import {
  freeLimits,
  type Gives,
  type getServerSettings,
  pictureTypes,
  proLimits,
  type SignUpMode,
  serverPictureBytes,
} from '@waypost/protocol'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { readDomains } from './domains.ts'

/** The server's default name. */
export const usualName = 'Waypost'

interface ServerPicture {
  type: string
  bytes: Buffer
  /** Changes with the picture. */
  key: string
}

/** The settings in effect. */
export interface ServerSettings {
  name: string
  picture: ServerPicture | undefined
  signUp: SignUpMode
  /** The domains whose addresses may sign up; empty means any domain. */
  signUpDomains: readonly string[]
  /** Whether the first account needs the link that the server prints. */
  setup: boolean
  plans: 'on' | 'off'
  /** Whether Pro can be bought: there are plans, and a way to pay. */
  sold: boolean
  /** The storage limit of an account in bytes, by plan. */
  storage: { free: number; pro: number }
}

/** The values that administrators have set; absent if unset. */
const Chosen = v.object({
  server_name: v.optional(v.string()),
  /** A data URL. */
  picture: v.optional(v.string()),
  sign_up: v.optional(v.picklist(['open', 'invite', 'closed'])),
  /** Separated by commas. */
  sign_up_domains: v.optional(v.string()),
  plans: v.optional(v.picklist(['on', 'off'])),
  free_storage: v.optional(v.number()),
  pro_storage: v.optional(v.number()),
})
export type Chosen = v.InferOutput<typeof Chosen>
export type SettingName = keyof Chosen

/** The environment variables of settings that administrators can also change. A set variable takes precedence. */
const variables = { sign_up: 'WAYPOST_SIGNUP', plans: 'WAYPOST_PLANS' } as const

export type Surroundings = Pick<Config, 'signUp' | 'plans' | 'setup' | 'explicit' | 'stripe' | 'paypal' | 'testCheckout'>

/** The variable that fixes a setting; undefined if administrators may change it. */
export function fixedBy(name: string, { explicit }: Pick<Config, 'explicit'>): string | undefined {
  const variable = name in variables ? variables[name as keyof typeof variables] : undefined
  return variable !== undefined && explicit.includes(variable) ? variable : undefined
}

/** Parses the stored settings. A setting written by a later version that this one can't parse gets its default. */
export function chosenOf(rows: readonly { name: string; value: string }[]): Chosen {
  const chosen: Record<string, unknown> = {}
  for (const { name, value } of rows) {
    const field = Chosen.entries[name as SettingName]
    const parsed = field && v.safeParse(field, readJson(value))
    if (parsed?.success) chosen[name] = parsed.output
  }
  return chosen
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The settings in effect. */
export function settingsOf(chosen: Chosen, config: Surroundings): ServerSettings {
  const plans = holds('plans', chosen.plans, config.plans, config)
  return {
    name: chosen.server_name ?? usualName,
    picture: chosen.picture === undefined ? undefined : pictureOf(chosen.picture),
    signUp: holds('sign_up', chosen.sign_up, config.signUp, config),
    signUpDomains: readDomains(chosen.sign_up_domains ?? '') ?? [],
    setup: config.setup,
    plans,
    sold: plans === 'on' && (config.stripe !== undefined || config.paypal !== undefined || config.testCheckout === 'on'),
    storage: { free: chosen.free_storage ?? freeLimits.storageBytes, pro: chosen.pro_storage ?? usualProStorage(plans) },
  }
}

/** Without plans, everyone has Pro, and storage is limited only by the disk unless an administrator has set a limit. */
const usualProStorage = (plans: 'on' | 'off') => (plans === 'off' ? Number.POSITIVE_INFINITY : proLimits.storageBytes)

function holds<T>(name: SettingName, chosen: T | undefined, configured: T, config: Surroundings): T {
  return fixedBy(name, config) === undefined ? (chosen ?? configured) : configured
}

/** The settings as administrators see them, each with the origin of its value. */
export function settingsShown(
  chosen: Chosen,
  config: Surroundings,
  origin: string,
): Omit<Gives<typeof getServerSettings>, 'paying'> {
  const now = settingsOf(chosen, config)
  const sourceOf = (name: SettingName) => {
    const variable = fixedBy(name, config)
    if (variable !== undefined) return { source: 'environment' as const, variable }
    return { source: chosen[name] === undefined ? ('default' as const) : ('administrator' as const) }
  }
  const usual = settingsOf({}, config)
  // JSON has no infinity; null means no limit.
  const bytes = (count: number) => (count === Number.POSITIVE_INFINITY ? null : count)
  return {
    server_name: { value: now.name, usual: usualName, ...sourceOf('server_name') },
    picture: { value: now.picture ? pictureAddress(origin, now.picture) : null, usual: null, ...sourceOf('picture') },
    sign_up: { value: now.signUp, usual: usual.signUp, ...sourceOf('sign_up') },
    sign_up_domains: { value: now.signUpDomains.join(', ') || null, usual: null, ...sourceOf('sign_up_domains') },
    plans: { value: now.plans, usual: usual.plans, ...sourceOf('plans') },
    free_storage: { value: now.storage.free, usual: usual.storage.free, ...sourceOf('free_storage') },
    pro_storage: { value: bytes(now.storage.pro), usual: bytes(usualProStorage(now.plans)), ...sourceOf('pro_storage') },
  }
}

/** The path of the picture of the server. */
export const picturePath = '/server-picture'

export const pictureAddress = (origin: string, { key }: ServerPicture) => `${origin}${picturePath}?v=${key}`

/** Parses a picture from a data URL by its bytes, whatever the URL says; undefined for anything but PNG, JPEG or WebP. */
export function pictureOf(url: string): ServerPicture | undefined {
  const [, text] = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? []
  if (text === undefined) return undefined
  const bytes = Buffer.from(text, 'base64')
  const type = pictureTypes.find((type) => signatures[type](bytes))
  if (!type || bytes.length > serverPictureBytes) return undefined
  return { type, bytes, key: createHash('sha256').update(bytes).digest('base64url').slice(0, 12) }
}

/** The signatures of the formats: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
const signatures: Record<(typeof pictureTypes)[number], (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 14) === 'WEBPVP',
}
