// Handles Gotify clients, which are the tokens that the account created for programs. A program sees and ends only its own.

import { createAccessToken, listPushes } from '@waypost/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { makeTokenForProgram, revokeTokenForProgram } from '../access-token/for-programs.ts'
import { idenOf } from '../access-token/rows.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notifyAccountChanged } from '../notify.ts'
import type { Who } from '../ntfy/who.ts'
import { gotifyToken } from '../source/tokens.ts'
import { hashToken } from '../tokens.ts'
import { empty } from './applications.ts'
import { GotifyRefusal } from './errors.ts'
import { fieldsOf, idIn } from './fields.ts'
import { dateOf } from './message.ts'
import { type ClientRow, clientsOf, clientWithHash, renameClient } from './rows.ts'
import { callerFor, isPersonal } from './who.ts'

const nameLength = 100

const clientOf = ({ created, name, last_used }: ClientRow, token = '') => ({
  id: created,
  token,
  name: name ?? '',
  createdAt: dateOf(created),
  lastUsed: last_used === null ? null : dateOf(last_used),
})

type Run = (request: FastifyRequest, reply: FastifyReply, who: Who | undefined) => unknown

/** The handlers of the client routes. */
export function clientRoutes(deps: Deps): Record<'list' | 'create' | 'update' | 'remove', Run> {
  const { db, bus } = deps

  async function seenBy(caller: Caller): Promise<ClientRow[]> {
    const all = await clientsOf(db, caller.account.iden)
    return isPersonal(caller) ? all : all.filter(({ hash }) => hash === caller.token)
  }

  async function clientWith(request: FastifyRequest, who: Who | undefined): Promise<{ caller: Caller; client: ClientRow }> {
    const caller = owner(who)
    const id = idIn(request)
    const client = (await seenBy(caller)).find(({ created }) => created === id)
    if (!client) throw new GotifyRefusal(404, `client with id ${id} doesn't exists`)
    return { caller, client }
  }

  return {
    list: async (_request, reply, who) => reply.send((await seenBy(owner(who))).map((client) => clientOf(client))),
    async create(request, reply, who) {
      const caller = owner(who)
      const { account } = caller
      const name = nameIn(request)
      if (!isPersonal(caller))
        throw new GotifyRefusal(403, 'a token of a program makes no other: use your email address and your password')
      await deps.checkElevation(createAccessToken, {}, caller)
      const token = await makeTokenForProgram(deps, account, { name, scope: 'everything' }, gotifyToken('C'))
      return reply.send(clientOf((await clientWithHash(db, hashToken(token))) as ClientRow, token))
    },
    async update(request, reply, who) {
      const { caller, client } = await clientWith(request, who)
      const name = nameIn(request)
      await db.write((tx) => renameClient(tx, caller.account.iden, client.hash, name))
      notifyAccountChanged(bus, caller.account.iden)
      return reply.send(clientOf({ ...client, name }))
    },
    async remove(request, reply, who) {
      const { caller, client } = await clientWith(request, who)
      await revokeTokenForProgram(deps, caller.account, idenOf(client.hash))
      return empty(reply)
    },
  }
}

/** @throws GotifyRefusal, Refusal `forbidden` for tokens of apps, for tokens without every scope, and for support sessions */
function owner(who: Who | undefined): Caller {
  const caller = callerFor(listPushes, who)
  if (caller.client !== null || caller.support !== null || !caller.scopes.includes('everything'))
    throw new GotifyRefusal(403, 'this token may not do this')
  return caller
}

function nameIn(request: FastifyRequest): string {
  const name = fieldsOf(request).needed('name').replace(/\s+/g, ' ').trim().slice(0, nameLength)
  if (name === '') throw new GotifyRefusal(400, "Field 'name' is required")
  return name
}
