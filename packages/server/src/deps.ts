import type { Account as AccountObject } from '@waypost/protocol'
import type { LastUses } from './access-token/last-uses.ts'
import type { Billing } from './billing/billing.ts'
import type { Bus } from './bus/bus.ts'
import type { Nodes } from './bus/nodes.ts'
import type { Account } from './caller.ts'
import type { MakeChange } from './change.ts'
import type { Config } from './config.ts'
import type { Db, Reader } from './db/db.ts'
import type { Awake } from './ephemeral/awake.ts'
import type { Fetcher } from './fetch/public-fetcher.ts'
import type { Files } from './files/files.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { OutgoingWebhooks } from './outgoing-webhook/outgoing-webhooks.ts'
import type { PhonePeerState } from './phone-peer/setting.ts'
import type { Presence } from './presence/presence.ts'
import type { Processor } from './processor/time.ts'
import type { Previews } from './push/preview/ask.ts'
import type { Indexer } from './push/search/indexer.ts'
import type { Settings } from './settings/settings.ts'
import type { CheckElevation } from './sign-in/elevation.ts'
import type { Factors } from './sign-in/factors/factors.ts'
import type { PasswordCallers } from './sign-in/password-callers.ts'
import type { GroupStanding, Provider } from './sign-in/provider.ts'
import type { Tls } from './tls/open.ts'
import type { StorageQuota } from './upload/storage-quota.ts'
import type { WebPush } from './web-push/web-push.ts'

/** The dependencies of a command of `npm start -- admin`. */
export interface AdminCommandDeps {
  db: Db
  /** Adds jobs for the server: immediate ones run within about a second, or when the server starts. */
  jobs: Pick<Jobs, 'add'>
  config: Config
  origin: string
}

/** The dependencies of the handlers. `app.ts` builds them. */
export interface Deps {
  config: Config
  db: Db
  bus: Bus
  files: Files
  billing: Billing
  change: MakeChange
  jobs: Jobs
  awake: Awake
  lastUses: LastUses
  fetcher: Fetcher
  /** The origin of this server for browsers; known once it listens. */
  origin: () => string
  /** Whether an account has Pro, or plans are off. */
  hasPro: (reader: Reader, account: string) => Promise<boolean>
  showAccount: (account: Account) => Promise<AccountObject>
  /** Gives an account the rights of its owner's groups at a provider, and revokes those that they no longer grant. */
  applyGroups: (account: string, type: string, groups: GroupStanding) => Promise<void>
  factors: Factors
  checkElevation: CheckElevation
  indexer: Indexer
  /** Sends mail at once; mail that can wait is sent by a job. */
  mail: Mail
  /** The nodes that share the bus. */
  nodes: Nodes
  /** Finds people by their passwords, for programs that support nothing else. */
  passwordCallers: PasswordCallers
  presence: Presence
  processor: Processor
  providers: readonly Provider[]
  previews: Previews
  rateLimits: RateLimits
  settings: Settings
  storage: StorageQuota
  outgoingWebhooks: OutgoingWebhooks
  webPush: WebPush
  /** HTTPS, if the server terminates it itself. */
  tls: Pick<Tls, 'state'> | undefined
  /** The phones that this node is the peer of, if configured. */
  phones: { state(): PhonePeerState } | undefined
  log: { warn(what: object, sentence: string): void }
}
