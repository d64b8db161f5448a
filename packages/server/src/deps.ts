// Declares the dependencies that every handler is given.

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

/** Dependencies of the handlers. `app.ts` builds them. */
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
  /** Fetches addresses that users enter. */
  fetcher: Fetcher
  /** The origin of this server for browsers; known once it listens. */
  origin: () => string
  /** Whether an account has Pro, or plans are off. */
  hasPro: (reader: Reader, account: string) => Promise<boolean>
  /** An account as its owner sees it, with what every feature adds to it. */
  showAccount: (account: Account) => Promise<AccountObject>
  /** Gives an account what the groups of its owner at a provider give, and takes what they no longer give. */
  applyGroups: (account: string, type: string, groups: GroupStanding) => Promise<void>
  /** Checks what people prove themselves with. */
  factors: Factors
  /** Checks what a session must have proved for a call. */
  checkElevation: CheckElevation
  /** Keeps the index of words close behind the boxes. */
  indexer: Indexer
  /** Sends mail at once; what may wait is sent by a job. */
  mail: Mail
  /** The nodes of this server. */
  nodes: Nodes
  /** Finds people by their passwords, for programs that know no other way. */
  passwordCallers: PasswordCallers
  /** What people see of each other besides messages. */
  presence: Presence
  /** Gives requests their time for work on what users wrote. */
  processor: Processor
  providers: readonly Provider[]
  /** Asks for the previews of links. */
  previews: Previews
  rateLimits: RateLimits
  /** What administrators have set for the whole server. */
  settings: Settings
  storage: StorageQuota
  /** Posts pushes to the addresses that accounts have set. */
  outgoingWebhooks: OutgoingWebhooks
  /** Sends notifications to browsers of which no window is open. */
  webPush: WebPush
  /** HTTPS, if the server serves it itself. */
  tls: Pick<Tls, 'state'> | undefined
  /** The phones that this node is the peer of, if it is set to be. */
  phones: { state(): PhonePeerState } | undefined
  /** The server's log, for its administrators. */
  log: { warn(what: object, sentence: string): void }
}
