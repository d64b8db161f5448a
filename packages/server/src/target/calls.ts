// Handles the calls that suggest, find and import people.

import {
  autocompleteTargets,
  email as emailField,
  importTargets,
  inviteTargets,
  nameLength,
  normalizeEmail,
  plainName,
  Refusal,
  suggestTargets,
  type TargetPerson,
} from '@waypost/protocol'
import * as v from 'valibot'
import { type ContactFacts, openContact } from '../contact/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import type { ProcessorTime } from '../processor/time.ts'
import { readKnown } from './rows.ts'
import { completing, invitable, type KnownPeople, type KnownPerson, latestFirst, suggested } from './rules.ts'

/** The most contacts that one import adds, and how many of them share a change, which is published in one frame. */
const maxImported = 2_000
const importedAtOnce = 200

export function targetCalls({ db, change, processor, providers }: Deps): Handler[] {
  async function known(owner: string, time: ProcessorTime): Promise<{ people: KnownPerson[]; isAll: boolean }> {
    const people: KnownPeople = new Map()
    const isAll = await readKnown(db, owner, people, time)
    return { people: latestFirst(people), isAll }
  }

  return [
    handle(suggestTargets, async (_input, { caller }) => {
      const { people, isAll } = await known(caller.account.iden, processor.time(caller.account.iden))
      return { targets: suggested(people), ...(!isAll && { partial: true }) }
    }),
    handle(inviteTargets, async (_input, { caller }) => {
      const { people, isAll } = await known(caller.account.iden, processor.time(caller.account.iden))
      return { targets: invitable(people), ...(!isAll && { partial: true }) }
    }),
    handle(autocompleteTargets, async ({ query }, { caller }) => {
      const targets: TargetPerson[] = []
      if (query.trim() === '') return { targets }
      const time = processor.time(caller.account.iden)
      const { people, isAll } = await known(caller.account.iden, time.part(0.5))
      const isCompared = await time.run(completing(people, query, targets))
      return { targets, ...(!(isAll && isCompared) && { partial: true }) }
    }),
    handle(importTargets, async ({ type, access_token }, { caller: { account } }) => {
      const provider = providers.find((candidate) => candidate.type === type)
      if (!provider?.contacts) throw new Refusal('provider_unknown')
      const people = await provider.contacts(access_token)
      if (!people) throw new Refusal('sign_in_failed', 'The provider didn’t allow access to your contacts. Start again.')
      const facts = people.slice(0, maxImported).flatMap(readPerson)
      const others = facts.filter(({ email }) => normalizeEmail(email) !== account.email_normalized)
      for (let from = 0; from < others.length; from += importedAtOnce) {
        const slice = others.slice(from, from + importedAtOnce)
        await change([account.iden], async (tx) => {
          for (const person of slice) await openContact(tx, account.iden, person, 'keep')
        })
      }
      const imported = new Set(others.map(({ email }) => normalizeEmail(email)))
      const now = await known(account.iden, processor.time(account.iden))
      return {
        targets: now.people.filter(({ target }) => imported.has(target.email_normalized)).map(({ target }) => target),
        ...(!now.isAll && { partial: true }),
      }
    }),
  ]
}

function readPerson({ name, email }: { name?: string; email: string }): ContactFacts[] {
  const address = v.safeParse(emailField, email)
  if (!address.success) return []
  const called = name && plainName(name).trim().slice(0, nameLength)
  return [{ email: address.output, name: called || undefined }]
}
