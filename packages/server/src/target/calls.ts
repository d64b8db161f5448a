// Handles the calls that suggest, find and import people.

import {
  autocompleteTargets,
  email as emailField,
  importTargets,
  inviteTargets,
  limits,
  normalizeEmail,
  plainName,
  Refusal,
  suggestTargets,
} from '@waypost/protocol'
import * as v from 'valibot'
import { type ContactFacts, openContact } from '../contact/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { peopleKnown } from './rows.ts'
import { completed, invitable, type KnownPerson, mergeKnown, suggested } from './rules.ts'

/** The most contacts that one import adds, and how many of them share a change, which is published in one frame. */
const maxImported = 2_000
const importedAtOnce = 200

export function targetCalls({ db, change, providers }: Deps): Handler[] {
  const known = async (owner: string): Promise<KnownPerson[]> => mergeKnown(await peopleKnown(db, owner))

  return [
    handle(suggestTargets, async (_input, { caller }) => ({ targets: suggested(await known(caller.account.iden)) })),
    handle(inviteTargets, async (_input, { caller }) => ({ targets: invitable(await known(caller.account.iden)) })),
    handle(autocompleteTargets, async ({ query }, { caller }) => ({
      targets: query.trim() === '' ? [] : completed(await known(caller.account.iden), query),
    })),
    handle(importTargets, async ({ type, access_token }, { caller: { account } }) => {
      const provider = providers.find((candidate) => candidate.type === type)
      if (!provider?.contacts) throw new Refusal('provider_unknown')
      const people = await provider.contacts(access_token)
      if (!people) throw new Refusal('sign_in_failed', 'The provider does not let us read your contacts. Start again.')
      const facts = people.slice(0, maxImported).flatMap(readPerson)
      const others = facts.filter(({ email }) => normalizeEmail(email) !== account.email_normalized)
      for (let from = 0; from < others.length; from += importedAtOnce) {
        const slice = others.slice(from, from + importedAtOnce)
        await change([account.iden], async (tx) => {
          for (const person of slice) await openContact(tx, account.iden, person, 'keep')
        })
      }
      const imported = new Set(others.map(({ email }) => normalizeEmail(email)))
      const now = await known(account.iden)
      return { targets: now.filter(({ target }) => imported.has(target.email_normalized)).map(({ target }) => target) }
    }),
  ]
}

/** A provider's contact, checked and cut to our limits. */
function readPerson({ name, email }: { name?: string; email: string }): ContactFacts[] {
  const address = v.safeParse(emailField, email)
  if (!address.success) return []
  const called = name && plainName(name).trim().slice(0, limits.nameLength)
  return [{ email: address.output, name: called || undefined }]
}
