// Declares the dependencies that every handler is given.

import type { Account as AccountObject } from '@waypost/protocol'
import type { LastUses } from './access-token/last-uses.ts'
import type { Billing } from './billing/billing.ts'
import type { Bus } from './bus/bus.ts'
import type { Nodes } from './bus/nodes.ts'
import type { Account } from './caller.ts'
import type { MakeChange } from './change.ts'
import type { Config } from './config.ts'
import type { Db, Reader, Writer } from './db/db.ts'
import type { Awake } from './ephemeral/awake.ts'
import type { Fetcher } from './fetch/public-fetcher.ts'
import type { Files } from './files/files.ts'
import type { RateLimits } from './http/throttle.ts'
import type { Factors } from './identity/factors/factors.ts'
import type { GroupStanding, Provider } from './identity/identity.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { Processor } from './processor/time.ts'
import type { Previews } from './push/preview/ask.ts'
import type { Indexer } from './push/search/indexer.ts'
import type { Settings } from './settings/settings.ts'
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
  /** Keeps the index of words close behind the boxes. */
  indexer: Indexer
  /** Sends mail at once; what may wait is sent by a job. */
  mail: Mail
  /** The nodes of this server. */
  nodes: Nodes
  /** Gives requests their time for work on what users wrote. */
  processor: Processor
  providers: readonly Provider[]
  /** Deletes a person at an identity provider that keeps people, when their account is deleted. */
  forget: (tx: Writer, type: string, subject: string) => Promise<unknown>
  /** Asks for the previews of links. */
  previews: Previews
  rateLimits: RateLimits
  /** What administrators have set for the whole server. */
  settings: Settings
  storage: StorageQuota
  /** Sends notifications to browsers of which no window is open. */
  webPush: WebPush
  /** HTTPS, if the server serves it itself. */
  tls: Pick<Tls, 'state'> | undefined
  /** The server's log, for its administrators. */
  log: { warn(what: object, sentence: string): void }
}
