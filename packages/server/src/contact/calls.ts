import { createContact, deleteContact, listContacts, Refusal, updateContact } from '@waypost/protocol'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { lists } from '../objects.ts'
import { contactObject, contacts, openContact, saveContact } from './rows.ts'

export function contactCalls({ db, change }: Deps): Handler[] {
  return [
    handle(listContacts, async (query, { caller }) => {
      const { rows, cursor } = await contacts.list(db, caller.account.iden, query)
      return lists({ contacts: rows.map(contactObject) }, cursor)
    }),
    handle(createContact, async (facts, { caller: { account } }) =>
      change([account.iden], async (tx) => contactObject(await openContact(tx, account.iden, facts))),
    ),
    handle(updateContact, async ({ iden, name }, { caller: { account } }) =>
      change([account.iden], async (tx) => {
        const contact = await contacts.find(tx, account.iden, iden)
        if (!contact?.active) throw new Refusal('not_found')
        const same = name === undefined || name === contact.name
        return contactObject(same ? contact : await saveContact(tx, { ...contact, name }))
      }),
    ),
    handle(deleteContact, async ({ iden }, { caller: { account } }) =>
      change([account.iden], async (tx) => {
        const contact = await contacts.find(tx, account.iden, iden)
        if (!contact) throw new Refusal('not_found')
        if (contact.active) await saveContact(tx, { ...contact, active: 0, name: null, image_url: null })
        return {}
      }),
    ),
  ]
}
