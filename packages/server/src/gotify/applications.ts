// Handles Gotify applications, which are the sources of the account.

import { createSource, deleteSource, listSources, Refusal, updateSource } from '@waypost/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../caller.ts'
import { type Change, microseconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import type { Who } from '../ntfy/who.ts'
import { releaseFile } from '../push/files.ts'
import { leaveSource } from '../source/leave.ts'
import { insertSource, newSource } from '../source/new-source.ts'
import { findSource, rowsOfSource, type SourceRow, saveSource, sourcesOf } from '../source/rows.ts'
import { seenByMembers, withSettings } from '../source/rules.ts'
import { newTokens } from '../source/tokens.ts'
import { topicOfName } from '../source/topics.ts'
import { fileUrl, keyOfUrl } from '../upload/rules.ts'
import { storeFile } from '../upload/store-file.ts'
import { GotifyRefusal } from './errors.ts'
import { fieldsOf, idIn } from './fields.ts'
import { pictureIn } from './form-picture.ts'
import { dateOf, priorityOf, usualPriority } from './message.ts'
import { callerFor } from './who.ts'

/** A Gotify application. Gotify sends the keys in this order. */
interface Application {
  id: number
  /** Set only for a new application: the server doesn't store tokens. */
  token: string
  name: string
  description: string
  internal: boolean
  /** Relative to the server's address, or the URL of a picture elsewhere. */
  image: string
  defaultPriority: number
  createdAt: string
  lastUsed: string | null
  sortKey: string
}

const usualPicture = 'static/defaultapp.png'

function applicationOf(origin: string, source: SourceRow, token = ''): Application {
  return {
    id: source.created,
    token,
    name: source.name ?? '',
    description: source.description ?? '',
    internal: false,
    image: pictureOf(origin, source),
    defaultPriority: usualPriority(source),
    createdAt: dateOf(source.created),
    lastUsed: source.last_message === null ? null : dateOf(source.last_message),
    sortKey: '',
  }
}

function pictureOf(origin: string, { image_url: address }: SourceRow): string {
  if (address === null) return usualPicture
  const key = keyOfUrl(origin, address)
  return key === undefined ? address : `image/${key}${/\.\w{1,5}$/.exec(address)?.[0] ?? ''}`
}

/** Finds an application of an account by its id. @throws GotifyRefusal */
export async function applicationWith({ db }: Pick<Deps, 'db'>, account: string, id: number): Promise<SourceRow> {
  const found = (await sourcesOf(db, account)).find(({ created }) => created === id)
  if (!found) throw new GotifyRefusal(404, `app with id ${id} doesn't exists`)
  return found
}

type Run = (request: FastifyRequest, reply: FastifyReply, who: Who | undefined) => unknown

/** The handlers of the application routes. */
export function applicationRoutes(
  deps: Deps,
): Record<'list' | 'create' | 'update' | 'remove' | 'setPicture' | 'removePicture', Run> {
  const { db, change, origin } = deps
  return {
    async list(_request, reply, who) {
      const { account } = callerFor(listSources, who)
      return reply.send((await sourcesOf(db, account.iden)).map((source) => applicationOf(origin(), source)))
    },
    async create(request, reply, who) {
      const { account } = callerFor(createSource, who)
      const { name, ...settings } = settingsIn(request)
      const { shown, stored } = newTokens()
      const row = withPriority(withSettings(newSource(account.iden, topicOfName(name), name), settings.fields), settings.priority)
      const saved = await change([account.iden], (tx) => insertSource(tx, { ...row, ...stored, tokens_made: microseconds() }))
      return reply.send(applicationOf(origin(), saved, shown.gotify_token))
    },
    async update(request, reply, who) {
      const { account } = callerFor(updateSource, who)
      const source = await applicationWith(deps, account.iden, idIn(request))
      const { name, fields, priority } = settingsIn(request)
      const saved = await save(deps, source, (row) => withPriority(withSettings(row, { ...fields, name }), priority))
      return reply.send(applicationOf(origin(), saved))
    },
    async remove(request, reply, who) {
      const { account } = callerFor(deleteSource, who)
      await leaveSource(deps, await applicationWith(deps, account.iden, idIn(request)))
      return empty(reply)
    },
    async setPicture(request, reply, who) {
      const { account } = callerFor(updateSource, who)
      const source = await applicationWith(deps, account.iden, idIn(request))
      const { name, type, bytes, stream } = await pictureIn(request)
      const file = await storeFile(deps, account.iden, { name, type }, stream, bytes)
      const address = fileUrl(origin(), file.file_key, file.name)
      return reply.send(applicationOf(origin(), await save(deps, source, (row) => ({ ...row, image_url: address }))))
    },
    async removePicture(request, reply, who) {
      const { account } = callerFor(updateSource, who)
      const source = await applicationWith(deps, account.iden, idIn(request))
      if (source.image_url === null)
        throw new GotifyRefusal(400, `app with id ${source.created} does not have a customized image`)
      await save(deps, source, (row) => ({ ...row, image_url: null }))
      return empty(reply)
    },
  }
}

/** A success without content. */
export const empty = (reply: FastifyReply): FastifyReply => reply.code(200).send()

const descriptionLength = 10_000
const nameLength = 1_000

/** The settings in a request: all of them, because it replaces the previous ones. @throws GotifyRefusal */
function settingsIn(request: FastifyRequest) {
  const fields = fieldsOf(request)
  const name = fields.needed('name').trim()
  const description = fields.text('description').trim()
  if (name === '') throw new GotifyRefusal(400, "Field 'name' is required")
  if (name.length > nameLength) throw new GotifyRefusal(400, `Field 'name' must have at most ${nameLength} characters`)
  if (description.length > descriptionLength)
    throw new GotifyRefusal(400, `Field 'description' must have at most ${descriptionLength} characters`)
  return { name, fields: { description }, priority: fields.integer('defaultPriority') ?? 0 }
}

/** Clients send 0, Gotify's default priority, if none was chosen. */
const withPriority = (row: SourceRow, priority: number): SourceRow => ({
  ...row,
  default_priority: priority === 0 ? null : priorityOf(priority),
})

/** Saves a changed source, for its members too, and releases a picture that it no longer uses. @throws GotifyRefusal if deleted */
async function save(deps: Deps, { iden, owner }: SourceRow, changed: (row: SourceRow) => SourceRow): Promise<SourceRow> {
  const { db, change, jobs, origin } = deps
  const boxes = (await rowsOfSource(db, iden)).map((row) => row.owner)
  if (!boxes.includes(owner)) throw new Refusal('not_found')
  return change(boxes, async (tx: Change) => {
    const before = await findSource(tx, iden)
    if (!before?.active) throw new Refusal('not_found')
    const saved = await saveSource(tx, changed(before))
    for (const row of before.members === null ? [] : await rowsOfSource(tx, iden))
      if (row.iden !== iden && boxes.includes(row.owner)) await saveSource(tx, { ...row, ...seenByMembers(saved) }, false)
    if (before.image_url !== saved.image_url) await releaseFile(tx, jobs, origin(), { file_url: before.image_url })
    return saved
  })
}

/** The account as a Gotify user. */
export const userOf = ({ created, email, admin }: Account) => ({
  id: created,
  name: email,
  admin: admin === 1,
  createdAt: dateOf(created),
})
