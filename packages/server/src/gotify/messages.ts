import { createPush, deletePush, listPushes, Refusal } from '@waypost/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Who } from '../ntfy/who.ts'
import { clearConversation } from '../push/clear.ts'
import { deleteMessage, deliver } from '../push/source/deliver.ts'
import { sourceOfNumber } from '../push/source/log-rows.ts'
import { rowsOfSource, type SourceRow, sourcesOf } from '../source/rows.ts'
import { applicationWith, empty } from './applications.ts'
import { GotifyRefusal, unauthorized } from './errors.ts'
import { fieldsOf, idIn, numberInQuery } from './fields.ts'
import { type GotifyMessage, messageIn, shown } from './message.ts'
import { charactersOf, newestOf } from './pages.ts'
import { inTurns } from './turns.ts'
import { callerFor } from './who.ts'

/** The messages per page, and the characters at which a page ends. */
const page = { usual: 100, bounds: [1, 200] as [number, number], characters: 2_000_000 }
/** Messages that one request deletes before it is answered; a job deletes the rest. */
const deletedAtOnce = 500
const slice = 50

type Run = (request: FastifyRequest, reply: FastifyReply, who: Who | undefined) => unknown

/** The handlers of the message routes. */
export function messageRoutes(deps: Deps): Record<'send' | 'list' | 'listOfOne' | 'remove' | 'removeAll' | 'removeOfOne', Run> {
  const { db } = deps

  async function send(request: FastifyRequest, reply: FastifyReply, who: Who | undefined) {
    if (!who) throw unauthorized()
    const fields = fieldsOf(request)
    let source = who.source
    if (!source) {
      const { account } = callerFor(createPush, who)
      fields.needed('message')
      const id = fields.integer('appid')
      if (id === undefined) throw new GotifyRefusal(400, 'appid is required when not authenticating with an application token')
      source = await applicationWith(deps, account.iden, id)
    }
    return reply.send(shown(await deliver(deps, source, messageIn(fields, source)), source))
  }

  async function list(request: FastifyRequest, reply: FastifyReply, sources: readonly SourceRow[]) {
    const limit = numberInQuery(request, 'limit', page.usual, page.bounds)
    const since = numberInQuery(request, 'since', 0, [0, Number.MAX_SAFE_INTEGER])
    const messages: GotifyMessage[] = []
    let isCut = false
    let characters = 0
    for await (const message of newestOf(db, sources, since || undefined)) {
      // A page of long messages has fewer: clients continue where it tells them to.
      isCut = messages.length === limit || characters > page.characters
      if (isCut) break
      characters += charactersOf(message)
      messages.push(shown(message, sources.find(({ iden }) => iden === message.source) as SourceRow))
    }
    const last = isCut ? messages.at(-1)?.id : undefined
    const path = request.url.split('?', 1)[0]
    return reply.send({
      paging: {
        ...(last !== undefined && { next: `${deps.origin()}${path}?limit=${limit}&since=${last}` }),
        size: messages.length,
        since: last ?? 0,
        limit,
      },
      messages,
    })
  }

  async function clear(source: SourceRow): Promise<void> {
    for (let left = deletedAtOnce; left > 0; left -= slice) {
      const numbers: number[] = []
      for await (const { number } of newestOf(db, [source])) if (numbers.push(number) === slice) break
      // Changes of one turn of the event loop share a commit.
      await Promise.all(numbers.map((number) => deleteMessage(deps, source, number)))
      if (numbers.length < slice) return
    }
    await db.write(async (tx) => {
      for (const { iden, owner } of await rowsOfSource(tx, source.root))
        await clearConversation(tx, deps.jobs, owner, `source:${iden}`)
    })
  }

  return {
    send,
    list: async (request, reply, who) => list(request, reply, await sourcesOf(db, callerFor(listPushes, who).account.iden)),
    async listOfOne(request, reply, who) {
      const { account } = callerFor(listPushes, who)
      return list(request, reply, [await applicationFor(deps, account.iden, request)])
    },
    async remove(request, reply, who) {
      const { account } = callerFor(deletePush, who)
      const id = idIn(request)
      const sources = (await sourcesOf(db, account.iden)).filter(
        ({ created, last_message }) => created < id && id <= (last_message ?? -1),
      )
      // A message that hasn't been changed is found directly, and most haven't.
      const iden = sources.length > 1 ? await sourceOfNumber(db, account.iden, id) : undefined
      const pause = inTurns()
      for (const source of sources.toSorted((one, other) => Number(other.iden === iden) - Number(one.iden === iden))) {
        await pause()
        if (await deleteMessage(deps, source, id)) return empty(reply)
      }
      throw new GotifyRefusal(404, 'message does not exist')
    },
    async removeAll(_request, reply, who) {
      const { account } = callerFor(deletePush, who)
      for (const source of await sourcesOf(db, account.iden)) await clear(source)
      return empty(reply)
    },
    async removeOfOne(request, reply, who) {
      const { account } = callerFor(deletePush, who)
      await clear(await applicationFor(deps, account.iden, request))
      return empty(reply)
    },
  }
}

async function applicationFor(deps: Deps, account: string, request: FastifyRequest): Promise<SourceRow> {
  try {
    return await applicationWith(deps, account, idIn(request))
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === 404) throw new GotifyRefusal(404, 'application does not exist')
    throw refusal
  }
}
