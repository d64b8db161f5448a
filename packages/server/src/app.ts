import { join, resolve } from 'node:path'
import { Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { accountCalls } from './account/calls.ts'
import { callersOf } from './account/session.ts'
import type { Bus } from './bus/bus.ts'
import { busInMemory } from './bus/memory.ts'
import { changer, type MakeChange } from './change.ts'
import { chatCalls } from './chat/calls.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { openSqlite } from './db/sqlite.ts'
import { deviceCalls } from './device/calls.ts'
import { everythingCalls } from './everything/calls.ts'
import { type HttpOptions, isApi, makeHttp, refuse, serve } from './http.ts'
import type { Provider } from './identity/identity.ts'
import { localProvider } from './identity/local.ts'
import { pushCalls } from './push/calls.ts'
import { Hub, readStreamUrl } from './stream/hub.ts'
import { serveWeb } from './web.ts'

/** What calls are made of. */
export interface Parts {
  config: Config
  db: Db
  bus: Bus
  change: MakeChange
  providers: readonly Provider[]
}

export interface App {
  db: Db
  http: FastifyInstance
  hub: Hub
  /** How browsers reach this server. */
  readonly origin: string
  close(): Promise<void>
}

export interface AppOptions {
  /** Where the built web client is. */
  web?: string
  checkAnswers?: boolean
}

/** Puts the parts together and listens. @throws FolderInUse, or the error of the file system or of listening */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const db = openSqlite(config.data)
  try {
    const bus = busInMemory((error) => http.log.error(error))
    const local = localProvider({ db, signUp: config.signUp })
    const parts: Parts = { config, db, bus, change: changer(db, bus), providers: [local] }
    const findCaller = await callersOf(db, bus)
    const httpOptions: HttpOptions = { log: config.log, findCaller, checkAnswers: options.checkAnswers ?? false }
    const http = makeHttp(httpOptions)
    serve(http, httpOptions, [
      ...accountCalls(parts),
      ...local.calls,
      ...deviceCalls(parts),
      ...chatCalls(parts),
      ...pushCalls(parts),
      ...everythingCalls(parts),
    ])

    const hub = new Hub({ bus, findCaller })
    await hub.attach(http.server)
    http.get('/streaming/:token', async (request, reply) => {
      const wanted = readStreamUrl(request.url, ['streaming'])
      const caller = wanted && (await findCaller(wanted.token))
      if (!caller) throw new Refusal('invalid_access_token')
      reply.hijack()
      await hub.streamLines(caller, wanted.delta, reply.raw)
    })
    http.get('/healthz', async () => {
      await db.one('SELECT 1 AS one')
      return { status: 'ok' }
    })
    serveWeb(http, options.web ?? resolve(import.meta.dirname, join('..', '..', 'web', 'dist')))
    http.setNotFoundHandler((request, reply) => {
      if (isApi(request.url)) return refuse(reply, new Refusal('not_found'))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    })

    await http.listen({ host: config.host, port: config.port })
    return {
      db,
      http,
      hub,
      origin: config.origin ?? `http://localhost:${portOf(http)}`,
      async close() {
        hub.close()
        await http.close()
        await db.close()
        await bus.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
