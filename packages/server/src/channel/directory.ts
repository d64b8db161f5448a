import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ChannelCategories, Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Deps } from '../deps.ts'
import { mostFollowed } from './rows.ts'

/** The number of channels in the default directory. */
const featured = 24

/**
 * Serves `GET /config/channels.json`: the groups in `channels.json` of the data folder; without it, one group of the most followed
 * channels.
 */
export function serveDirectory(http: FastifyInstance, { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): void {
  http.get('/config/channels.json', async (_request, reply) => {
    const categories = (await chosen(join(config.data, 'channels.json'), log)) ?? [
      { name: 'Featured', tags: await mostFollowed(db, featured) },
    ]
    return reply
      .header('cache-control', 'public, max-age=60')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(categories))
  })
}

/** The content of the file; undefined if there is none. @throws Refusal `internal` if it is invalid */
async function chosen(file: string, log: Deps['log']): Promise<ChannelCategories | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return v.parse(ChannelCategories, JSON.parse(text))
  } catch (error) {
    log.warn({ error }, `${file} does not say which channels to show: it has to be a list of {"name", "image", "tags"}.`)
    throw new Refusal('internal', 'The list of channels on this server is damaged.')
  }
}
