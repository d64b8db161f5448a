// Starts the server: opens the engines, builds the dependencies, registers all routes and jobs, and listens.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Call, Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import { callersOf } from './access-token/callers.ts'
import { lastUsesIn } from './access-token/last-uses.ts'
import { anyAccount } from './account/rows.ts'
import { groupActs } from './administration/groups.ts'
import { assetPath } from './assets.ts'
import { openBilling } from './billing/open.ts'
import { nodesOver } from './bus/nodes.ts'
import type { FindCaller } from './caller.ts'
import { changer, microseconds, together } from './change.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Deps } from './deps.ts'
import { openEngines } from './engines.ts'
import { awakeOver } from './ephemeral/awake.ts'
import { featureHandlers, handleJobs, serveFeatures, showAccount } from './features.ts'
import { openFetcher } from './fetch/public-fetcher.ts'
import { serveGotify } from './gotify/serve.ts'
import { type ConnectionLimits, usualConnectionLimits } from './http/connection-limits.ts'
import { Connections } from './http/connections.ts'
import { type HttpOptions, makeHttp, serve } from './http/http.ts'
import { routeUpgrade } from './http/live/upgrades.ts'
import {
  type Budget,
  budgets,
  defaultRateLimits,
  noBudget,
  passwordRateLimits,
  type RateLimits,
  usualBudget,
} from './http/rate-limits.ts'
import { readStreamUrl } from './http/raw-refusals.ts'
import type { HeldBodies } from './http/reading/held-bodies.ts'
import { refuse } from './http/refusals.ts'
import { addSetupLink, signUpAddress } from './invitation/rows.ts'
import { openJobs } from './jobs/engine.ts'
import type { Jobs } from './jobs/jobs.ts'
import { handleDailyLimits } from './mail/daily-limits.ts'
import { handleMail, openMail } from './mail/open.ts'
import { listenForMail } from './mail-in/listen.ts'
import { serveHealth } from './monitoring/health.ts'
import { openMetrics } from './monitoring/metrics.ts'
import { serveNtfy } from './ntfy/serve.ts'
import { openOutgoingWebhooks } from './outgoing-webhook/outgoing-webhooks.ts'
import { serveAbout } from './pages/about.ts'
import { serveApps } from './pages/apps.ts'
import type { WebFacts } from './pages/facts.ts'
import { serveServerPicture, serveWeb } from './pages/web.ts'
import { PhonePeer, type PhonePeerTimes } from './phone-peer/peer.ts'
import { findStanding } from './plan/rows.ts'
import { hasPro } from './plan/rules.ts'
import { openPresence } from './presence/presence.ts'
import { openProcessor, type ProcessorLimits } from './processor/time.ts'
import { passLostStamps } from './push/fan-out-rows.ts'
import { openPreviews } from './push/preview/ask.ts'
import { channelHead } from './push/public/syndication.ts'
import { type Indexer, openIndexer } from './push/search/indexer.ts'
import { serveReference } from './reference/serve.ts'
import { openSettings } from './settings/settings.ts'
import { elevationChecks } from './sign-in/elevation.ts'
import { openFactors } from './sign-in/factors/factors.ts'
import type { PasswordCost } from './sign-in/local/passwords.ts'
import { openProviders } from './sign-in/providers.ts'
import { serveGateway } from './sms-gateway/serve.ts'
import { Hub } from './stream/hub.ts'
import type { Tls, TlsTimes } from './tls/open.ts'
import type { TlsConfig } from './tls/settings.ts'
import { openStorageQuota } from './upload/storage-quota.ts'
import { openWebPush } from './web-push/web-push.ts'
import { receiveHooks } from './webhook/receive.ts'

export interface App {
  /** The dependencies of handlers, for tests that no call can make. */
  deps: Deps
  db: Db
  jobs: Jobs
  indexer: Indexer
  http: FastifyInstance
  hub: Hub
  readonly origin: string
  readonly calls: readonly Call[]
  readonly mailPort: number | undefined
  /** The link that creates the first account, if one is required and no account exists yet. */
  readonly setupLink: string | undefined
  readonly tls: Tls | undefined
  readonly phonesPid: number | undefined
  close(): Promise<void>
}

interface AppOptions {
  web?: string
  checkOutput?: boolean
  /** Called after every response, with the call's name or the route's pattern and the status; for tests. */
  observe?(what: string, status: number): void
  rateLimits?: RateLimits
  processorLimits?: ProcessorLimits
  passwordCost?: PasswordCost
  budget?: Budget
  bodies?: HeldBodies
  connectionLimits?: Partial<ConnectionLimits>
  tlsTimes?: Partial<TlsTimes>
  phoneTimes?: Partial<PhonePeerTimes>
}

/** Builds the dependencies, registers the handlers and listens. @throws ConfigError, FolderInUse, or a file system or listen error */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  let report: (error: unknown) => void = console.error
  const engines = await openEngines(config, (error) => report(error))
  let tls: Tls | undefined
  try {
    // Handlers read it often, and a socket looks up its port on each read.
    let known = config.origin
    const later: Later = {
      origin: () => known ?? `http://localhost:${portOf(http)}`,
      log: {
        info: (what, sentence) => http.log.info(what, sentence),
        warn: (what, sentence) => http.log.warn(what, sentence),
      },
      report: (error) => report(error),
      jobFailed: (error, type, final) => http.log[final ? 'error' : 'warn'](error, `A job of the type ${type} failed.`),
    }
    const connectionLimits = { ...usualConnectionLimits, ...options.connectionLimits }
    if (config.tls) tls = await openTlsOf(config, config.tls, connectionLimits, later.log, options.tlsTimes)
    const { deps, providers, phones } = await openDeps(config, options, engines, later, tls)
    const { db, bus, jobs, indexer } = deps
    handleJobs(deps)
    const findCaller = await callersOf(db, bus)
    const metrics = openMetrics()
    const connections = new Connections(connectionLimits, tls?.servers)
    const httpOptions = httpOptionsOf(deps, options, { connections, findCaller, metrics })
    const http = makeHttp(httpOptions)
    report = (error) => http.log.error(error)
    if (config.natsUrl && !config.s3) http.log.warn(`Files are kept in ${config.data}, which has to be one folder for all nodes.`)
    const served = await serveAll(http, httpOptions, deps, { providers, findCaller, metrics, web: options.web })
    const { hub, calls } = served

    if (db.engine === 'sqlite') await db.write(passLostStamps)
    await tls?.listen(config.host)
    await http.listen({ host: config.host, port: config.port })
    if (config.host === 'localhost') await connections.listenBeside(http.server, config.host)
    known = later.origin()
    const mailIn = await listenForMail(deps)
    await jobs.start()
    indexer.start()
    tls?.start()
    if (phones) phones.start(await connections.listenInside(http.server))
    const setupSecret = config.setup && !(await anyAccount(db)) ? await db.write(addSetupLink) : undefined
    return {
      deps,
      db,
      jobs,
      indexer,
      http,
      hub,
      origin: deps.origin(),
      calls,
      mailPort: mailIn?.port,
      setupLink: setupSecret && signUpAddress(deps.origin(), setupSecret),
      tls,
      get phonesPid() {
        return phones?.pid
      },
      async close() {
        await phones?.close()
        // Streams end after the server stops accepting connections, so that clients do not reconnect to it.
        served.gateway.close()
        await mailIn?.close()
        await connections.close(() => {
          hub.close()
          served.ntfy.close()
          served.gotify.close()
        })
        await tls?.close()
        metrics.close()
        await http.close()
        deps.webPush.close()
        await jobs.stop()
        await indexer.stop()
        await deps.mail.close()
        await deps.lastUses.close()
        await engines.close()
      },
    }
  } catch (error) {
    await tls?.close()
    await engines.close()
    throw error
  }
}

type Log = ConstructorParameters<typeof PhonePeer>[1]['log']

/** What the parts are given before there is the HTTP server, and call only once there is. */
interface Later {
  origin(): string
  log: Log
  report(error: unknown): void
  /** @param final whether the job is not retried */
  jobFailed(error: unknown, type: string, final: boolean): void
}

/** Opens the parts of the server in the order in which they need each other. */
async function openDeps(
  config: Config,
  options: AppOptions,
  { db, bus, files }: Pick<Deps, 'db' | 'bus' | 'files'>,
  { origin, log, report, jobFailed }: Later,
  tls: Tls | undefined,
): Promise<{ deps: Deps; providers: Providers; phones: PhonePeer | undefined }> {
  const { passwordCost } = options
  const rateLimits = options.rateLimits ?? (config.rateLimit === 'off' ? passwordRateLimits : defaultRateLimits)
  // Without NATS the store is locked, so this is the only process.
  const alone = config.natsUrl === undefined
  const jobs = openJobs({ db, alone, onError: jobFailed })
  const indexer = openIndexer(db, report)
  const awake = await awakeOver(bus)
  const fetcher = openFetcher({ allowPrivate: config.fetchPrivate === 'allow' })
  const webPush = await openWebPush({ config, db, bus, jobs, awake, fetcher, log, origin }, report)
  const settings = await openSettings({ db, bus, jobs, config }, report)
  const storage = await openStorageQuota(settings, bus)
  const outgoingWebhooks = await openOutgoingWebhooks({ db, bus, jobs }, report)
  const watch = together(webPush.watch, outgoingWebhooks.watch)
  const change = changer(db, bus, { committed: indexer.changed, watch, claim: storage.claim })
  const factors = openFactors({ db, jobs, config, rateLimits, origin })
  const signingIn = { config, settings, db, bus, jobs, change, factors, rateLimits, passwordCost, origin, log }
  const providers = await openProviders(signingIn)
  const mail = await openMail(config, () => settings.now.name)
  handleMail(jobs, db, mail, () => settings.now.name)
  handleDailyLimits(jobs, db)
  const lastUses = lastUsesIn(db, report)
  const phones = openPhonePeer(config, { db, bus }, log, options.phoneTimes)
  const deps: Deps = {
    config,
    db,
    bus,
    files,
    billing: await openBilling(config),
    change,
    jobs,
    factors,
    applyGroups: groupActs({ db, bus, log }),
    passwordCallers: providers.passwordCallers,
    presence: openPresence({ db, bus, awake, rateLimits }),
    processor: openProcessor(options.processorLimits),
    providers: providers.list,
    previews: openPreviews({ config, jobs, rateLimits, origin }),
    rateLimits,
    settings,
    storage,
    log,
    awake,
    tls,
    phones,
    lastUses,
    mail,
    indexer,
    nodes: await nodesOver(bus, alone),
    fetcher,
    origin,
    hasPro: async (reader, account) => hasPro(settings.now, await findStanding(reader, account), microseconds()),
    showAccount: (account) => showAccount(deps, account),
    webPush,
    outgoingWebhooks,
    checkElevation: elevationChecks({ db, config }),
  }
  return { deps, providers, phones }
}

type Providers = Awaited<ReturnType<typeof openProviders>>
type Metrics = ReturnType<typeof openMetrics>

function httpOptionsOf(
  { config, bus, lastUses, checkElevation }: Deps,
  options: AppOptions,
  { connections, findCaller, metrics }: { connections: Connections; findCaller: FindCaller; metrics: Metrics },
): HttpOptions {
  // The bus within one process delivers at once.
  const published = config.natsUrl === undefined ? undefined : () => bus.flush()
  return {
    connections,
    log: config.log,
    trustProxy: config.trustProxy,
    findCaller,
    ...(published && { published }),
    checkOutput: options.checkOutput ?? false,
    ...(options.bodies && { bodies: options.bodies }),
    budgets: budgets(options.budget ?? (config.rateLimit === 'off' ? noBudget : usualBudget)),
    observe: (what, status, took) => {
      metrics.answered(what, status, took)
      options.observe?.(what, status)
    },
    noteUse: lastUses.note,
    checkElevation,
  }
}

async function serveAll(
  http: FastifyInstance,
  httpOptions: HttpOptions,
  deps: Deps,
  {
    providers,
    findCaller,
    metrics,
    web = assetPath('../../web/dist'),
  }: { providers: Providers; findCaller: FindCaller; metrics: Metrics; web: string | undefined },
) {
  const { config, db, bus, settings, lastUses, webPush, origin } = deps
  const handlers = featureHandlers(deps, providers.calls)
  const calls = handlers.map(({ call }) => call)
  serve(http, httpOptions, handlers)

  providers.serve(http)
  serveFeatures(http, deps)
  const gotify = await serveGotify(http, httpOptions, deps, { findCaller })
  const ntfy = await serveNtfy(http, httpOptions, deps, { findCaller })
  receiveHooks(http, httpOptions, deps)
  const gateway = await serveGateway(http, httpOptions, deps)
  const { streamsEnded: noteEnd, streamsContinue: noteContinued } = deps.awake
  const hub = new Hub({ bus, findCaller, noteUse: lastUses.note, noteEnd, noteContinued })
  await hub.attach(http.server, (request, socket, head) => routeUpgrade(http, request, socket, head))
  settings.onChange((now, before) => {
    // The parts of the plan and its limits that accounts show.
    if (now.plans !== before.plans || !isDeepStrictEqual(now.storage, before.storage))
      hub.tellAll({ type: 'tickle', subtype: 'account' })
  })
  serveReference(http, calls, origin)
  metrics.serve(http, {
    db,
    findCaller,
    streams: () => hub.size + ntfy.streams + gotify.streams + gateway.streams,
    webPush: webPush.counts,
  })
  serveStreams(http, hub, findCaller, lastUses)
  serveHealth(http, deps)
  serveAbout(http, deps)
  serveApps(http, {
    companion: assetPath('../../agent/dist'),
    extension: assetPath('../../extension/dist'),
    signed: join(config.data, 'extension'),
  })
  serveServerPicture(http, settings)
  serveWeb(http, web, factsOf(deps), ntfy.discovery)
  return { hub, gotify, ntfy, gateway, calls }
}

function serveStreams(http: FastifyInstance, hub: Hub, findCaller: FindCaller, lastUses: Deps['lastUses']): void {
  // A HEAD request would never end.
  http.get('/streaming/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const wanted = readStreamUrl(request.url, ['streaming'])
    const caller = wanted && (await findCaller(wanted.token))
    if (!caller) throw new Refusal('invalid_access_token')
    lastUses.note(caller, request)
    hub.admit(caller)
    reply.hijack()
    await hub.streamLines(caller, wanted.delta, reply.raw)
  })
  // `/subscribe` alone is a page.
  for (const path of ['/websocket', '/websocket/:token', '/subscribe/:token']) {
    http.get(path, async (_request, reply) =>
      // We set the header ourselves, so it must include what Node would have added.
      refuse(reply.headers({ connection: 'upgrade, close', upgrade: 'websocket' }), new Refusal('upgrade_required')),
    )
  }
}

function factsOf(deps: Deps): WebFacts {
  const { config, settings } = deps
  return {
    supportEmail: config.supportEmail,
    links: config.links,
    stripe: config.stripe?.publicKey !== undefined,
    trackingUrl: config.trackingUrl,
    localSignIn: config.localSignIn,
    linkPreviews: config.linkPreviews,
    demo: config.demo,
    mailDomain: config.mailIn?.domain,
    server: settings,
    headOf: async (path: string, { tag, push_iden }: Readonly<Record<string, unknown>>) =>
      path === '/channel' && typeof tag === 'string'
        ? channelHead(deps, tag, typeof push_iden === 'string' ? push_iden : undefined)
        : undefined,
    instead: { '/pages/about.md': join(config.data, 'about.md') },
  }
}

/** HTTPS and its library are loaded only where they are used. */
async function openTlsOf(
  { data, origin = '' }: Config,
  config: TlsConfig,
  limits: ConnectionLimits,
  log: Deps['log'],
  times: Partial<TlsTimes> = {},
): Promise<Tls> {
  const { openTls } = await import('./tls/open.ts')
  return openTls({ config, data, origin, limits, log, times })
}

/** Opens the peer of phones if the settings make this node one. It starts later, when the server listens. */
function openPhonePeer(
  config: Config,
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  log: Log,
  times: Partial<PhonePeerTimes> = {},
): PhonePeer | undefined {
  const { phones: setting } = config
  const file = assetPath('../../agent/dist/waypost.mjs')
  return setting && new PhonePeer({ config, db, bus }, { setting, file, log, times })
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
