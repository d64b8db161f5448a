import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AboutPeople, Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Deps } from '../deps.ts'

/** Serves `GET /config/about.json`: the people behind this server, from `about.json` in the data folder, or none. */
export function serveAbout(http: FastifyInstance, { config, log }: Pick<Deps, 'config' | 'log'>): void {
  http.get('/config/about.json', async (_request, reply) => {
    const people = await readPeople(join(config.data, 'about.json'), log)
    return reply
      .header('cache-control', 'public, max-age=60')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(people))
  })
}

/** Reads the list of people; empty if there is no file. @throws Refusal `internal` when the file is invalid */
async function readPeople(file: string, log: Deps['log']): Promise<AboutPeople> {
  try {
    return v.parse(AboutPeople, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    log.warn({ error }, `${file} does not say who is behind this server: it has to be a list of {"name", "image", "about"}.`)
    throw new Refusal('internal', 'The list of people on this server is damaged.')
  }
}
