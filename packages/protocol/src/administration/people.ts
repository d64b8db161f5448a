import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { email, emailLength, iden, seconds, text } from '../wire/field.ts'
import { administrationQuery } from './query.ts'
import { storageBytes } from './settings.ts'

/** A person as administrators see them. */
export const Person = v.object({
  iden: v.string(),
  email: v.string(),
  name: v.optional(v.string()),
  image_url: v.optional(v.string()),
  created: seconds,
  /** When a token of the person was last used, within a few minutes. */
  last_seen: v.optional(seconds),
  /** Bytes of pushes and files. */
  storage: v.number(),
  /** The devices that are signed in. */
  sessions: v.number(),
  /** The plan that the person bought, or was given by an administrator. */
  plan: v.picklist(['free', 'given', 'monthly', 'yearly']),
  pro: v.optional(v.boolean()),
  admin: v.optional(v.boolean()),
  suspended: v.optional(seconds),
  /** In bytes. Absent if there is no limit. */
  storage_limit: v.optional(v.number()),
  /** Whether an administrator set this limit for the account, overriding its plan. */
  own_storage_limit: v.optional(v.boolean()),
})
export type Person = v.InferOutput<typeof Person>

/** The orders of the list of people: newest first, last seen first, most storage first, by address. */
export const peopleOrders = ['created', 'last_seen', 'storage', 'email'] as const
export type PeopleOrder = (typeof peopleOrders)[number]

/** Filters for the list of people. */
export const peopleKinds = ['administrators', 'pro', 'suspended'] as const
export type PeopleKind = (typeof peopleKinds)[number]

const administrators = { who: 'owner', scope: 'admin' } as const

export const listPeople = defineCall({
  name: 'listPeople',
  method: 'GET',
  path: '/v3/admin/people',
  does: 'Lists the people who have an account. For administrators only.',
  takes: v.object({
    ...administrationQuery,
    search: v.optional(text(emailLength)),
    only: v.optional(v.picklist(peopleKinds)),
    order: v.optional(v.picklist(peopleOrders)),
  }),
  gives: v.object({
    people: v.array(Person),
    /** The total number on all pages. */
    total: v.number(),
    cursor: v.optional(v.string()),
  }),
  ...administrators,
  operations: 20,
  refuses: ['forbidden', 'invalid_cursor'],
})

export const getPerson = defineCall({
  name: 'getPerson',
  method: 'GET',
  path: '/v3/admin/people/:iden',
  does: 'Returns a person who has an account. For administrators only.',
  takes: v.object({ iden }),
  gives: Person,
  ...administrators,
  operations: 4,
  refuses: ['forbidden', 'not_found'],
})

export const suspendPerson = defineCall({
  name: 'suspendPerson',
  method: 'POST',
  path: '/v3/admin/people/:iden/suspend',
  does:
    'Suspends an account: its tokens and live streams stop working at once, it cannot be signed in to, and its channels and files are ' +
    'not shown. What others send to it waits. For administrators only; administrators cannot be suspended.',
  takes: v.object({ iden }),
  gives: Person,
  ...administrators,
  refuses: ['forbidden', 'not_found'],
})

export const unsuspendPerson = defineCall({
  name: 'unsuspendPerson',
  method: 'POST',
  path: '/v3/admin/people/:iden/unsuspend',
  does: 'Ends the suspension of an account; its tokens work again. For administrators only.',
  takes: v.object({ iden }),
  gives: Person,
  ...administrators,
  refuses: ['forbidden', 'not_found'],
})

export const makeAdministrator = defineCall({
  name: 'makeAdministrator',
  method: 'POST',
  path: '/v3/admin/people/:iden/make-administrator',
  does: 'Makes a person an administrator. For administrators only, signed in themselves.',
  takes: v.object({ iden }),
  gives: Person,
  who: 'session',
  scope: 'admin',
  refuses: ['elevation_needed', 'forbidden', 'not_found'],
})

export const unmakeAdministrator = defineCall({
  name: 'unmakeAdministrator',
  method: 'POST',
  path: '/v3/admin/people/:iden/unmake-administrator',
  does: 'Ends that a person is an administrator, unless it is the last one. For administrators only, signed in themselves.',
  takes: v.object({ iden }),
  gives: Person,
  who: 'session',
  scope: 'admin',
  refuses: ['elevation_needed', 'forbidden', 'not_found'],
})

export const givePro = defineCall({
  name: 'givePro',
  method: 'POST',
  path: '/v3/admin/people/:iden/give-pro',
  does: 'Gives a person Pro without payment, until it is taken again. For administrators only.',
  takes: v.object({ iden }),
  gives: Person,
  ...administrators,
  refuses: ['forbidden', 'not_found', 'already_pro'],
})

export const takePro = defineCall({
  name: 'takePro',
  method: 'POST',
  path: '/v3/admin/people/:iden/take-pro',
  does: 'Takes Pro from a person whom an administrator gave it. For administrators only.',
  takes: v.object({ iden }),
  gives: Person,
  ...administrators,
  refuses: ['forbidden', 'not_found', 'not_pro'],
})

export const setStorageLimit = defineCall({
  name: 'setStorageLimit',
  method: 'POST',
  path: '/v3/admin/people/:iden/storage-limit',
  does:
    'Sets how much an account may store, in place of what its plan gives. Without `bytes`, the limit of its plan holds again. A lower limit ' +
    'deletes nothing. For administrators only.',
  takes: v.object({ iden, bytes: v.optional(storageBytes) }),
  gives: Person,
  ...administrators,
  refuses: ['forbidden', 'not_found'],
})

export const endSessionsOf = defineCall({
  name: 'endSessionsOf',
  method: 'DELETE',
  path: '/v3/admin/people/:iden/sessions',
  does: 'Ends all sessions of a person; tokens of programs and apps stay valid. For administrators only.',
  takes: v.object({ iden }),
  gives: v.object({ ended: v.number() }),
  ...administrators,
  refuses: ['elevation_needed', 'forbidden', 'not_found'],
})

export const deletePerson = defineCall({
  name: 'deletePerson',
  method: 'DELETE',
  path: '/v3/admin/people/:iden',
  does:
    'Deletes an account and all its data. `email` must be its email address, as a confirmation. For administrators only; ' +
    'administrators cannot be deleted.',
  takes: v.object({ iden, email }),
  ...administrators,
  refuses: ['elevation_needed', 'forbidden', 'not_found'],
})
