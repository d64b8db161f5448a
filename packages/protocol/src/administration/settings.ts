import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { text, whole } from '../wire/field.ts'

export const serverNameLength = 40
export const serverPictureBytes = 96 * 2 ** 10

/** The maximum length of the list of domains that may sign up. */
export const signUpDomainsLength = 2_000

/** Who may create an account: everybody, people who were invited, or no one. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** The formats of the server's picture. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The settings by name. */
export const settingNames = [
  'server_name',
  'picture',
  'sign_up',
  'sign_up_domains',
  'plans',
  'free_storage',
  'pro_storage',
] as const

const signUp = v.picklist(signUpModes)
const onOff = v.picklist(['on', 'off'])

const setting = <S extends v.GenericSchema>(value: S) =>
  v.object({
    value,
    usual: value,
    source: v.picklist(['default', 'administrator', 'environment']),
    /** The environment variable that overrides it. */
    variable: v.optional(v.string()),
  })

export const ServerSettings = v.object({
  server_name: setting(v.string()),
  picture: setting(v.nullable(v.string())),
  sign_up: setting(signUp),
  sign_up_domains: setting(v.nullable(v.string())),
  plans: setting(onOff),
  free_storage: setting(v.number()),
  pro_storage: setting(v.nullable(v.number())),
  /** Accounts whose paid plan renews. */
  paying: v.number(),
})
export type ServerSettings = v.InferOutput<typeof ServerSettings>

/** A storage limit, from 1 MB to 1 PB. */
export const storageBytes = whole(2 ** 20, 2 ** 50)

export const getServerSettings = defineCall({
  name: 'getServerSettings',
  method: 'GET',
  path: '/v3/admin/settings',
  does: 'Returns the settings of the server, and where each value comes from. For administrators only.',
  gives: ServerSettings,
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden'],
})

export const setServerSettings = defineCall({
  name: 'setServerSettings',
  method: 'POST',
  path: '/v3/admin/settings',
  does:
    'Changes settings of the server, at once and on every node, and returns those in `defaults` to their defaults. A setting that the ' +
    'environment of the server sets cannot be changed. For administrators only.',
  takes: v.object({
    server_name: v.optional(v.pipe(text(serverNameLength), v.trim(), v.minLength(1), v.regex(/^\P{C}*$/u))),
    picture: v.optional(text((serverPictureBytes * 4) / 3 + 100)),
    sign_up: v.optional(signUp),
    sign_up_domains: v.optional(text(signUpDomainsLength)),
    plans: v.optional(onOff),
    free_storage: v.optional(storageBytes),
    pro_storage: v.optional(storageBytes),
    defaults: v.optional(v.pipe(v.array(v.picklist(settingNames)), v.maxLength(settingNames.length))),
  }),
  gives: ServerSettings,
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'setting_fixed', 'plans_in_use'],
})

export const getServer = defineCall({
  name: 'getServer',
  method: 'GET',
  path: '/v3/server',
  does: 'Returns the name and the picture of the server, who may sign up, and whether it has plans.',
  gives: v.object({
    name: v.string(),
    picture_url: v.optional(v.string()),
    sign_up: signUp,
    plans: onOff,
  }),
  who: 'anyone',
  operations: 0,
})
