import type { Bus } from '../bus/bus.ts'
import { openOwners } from '../bus/owners.ts'
import type { BoxWatch } from '../change.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Fetcher } from '../fetch/public-fetcher.ts'
import type { Throttle } from '../http/rate-limits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type AccountChanged, accountSubject } from '../notify.ts'
import { type Send, sender } from './encrypt-and-send.ts'
import { type AwakeApps, type Counts, openRelay, type Relay } from './relay.ts'
import { allOwners, findKeys, insertKeys, type KeyPair } from './rows.ts'
import { openSilentLimit } from './silent.ts'
import type { Log } from './trouble.ts'
import { openTurns, type Turns } from './turns.ts'
import { endUnusable, watchBoxes } from './watch.ts'

/** Sends notifications to browsers of which no window is open. */
export interface WebPush extends Relay {
  /** The public key with which browsers subscribe, as base64url. */
  readonly publicKey: string
  readonly watch: BoxWatch
  readonly counts: Counts
  readonly send: Send
  readonly turns: Turns
  readonly silent: Throttle
  /** Starts to watch an account, on every node. */
  add(owner: string): void
}

interface Used {
  config: Config
  db: Db
  bus: Bus
  jobs: Jobs
  awake: AwakeApps
  fetcher: Fetcher
  log: Log
  origin: () => string
}

/** Opens Web Push; `job.ts` sends what `watch` has added. @param onError called for failures that no caller waits for */
export async function openWebPush(used: Used, onError: (error: unknown) => void): Promise<WebPush> {
  const { db, bus, jobs } = used
  const keys = await openKeys(db)
  const owners = await openOwners({ bus, subject: 'web-push-owner', read: () => allOwners(db) }, onError)
  const send = sender({ ...used, keys })
  const turns = openTurns()
  const silent = openSilentLimit('closes')
  const counts: Counts = { sent: 0, failed: 0, forgotten: 0 }
  const relay = await openRelay({ ...used, owners, turns, silent, send, counts, onError })
  await bus.subscribe(accountSubject, (message) => {
    const { account, endedTokens } = message as AccountChanged
    if (endedTokens !== undefined && owners.has(account))
      db.write((tx) => endUnusable(tx, jobs, { owner: account })).catch(onError)
  })
  return { ...relay, publicKey: keys.public_key, watch: watchBoxes(jobs, owners), counts, send, turns, silent, add: owners.add }
}

/** This server's key pair. The first node that starts creates it; the private key leaves the database only to sign. */
export async function openKeys(db: Db): Promise<KeyPair> {
  const known = await findKeys(db)
  if (known) return known
  const { generateVAPIDKeys } = (await import('web-push')).default
  const { publicKey, privateKey } = generateVAPIDKeys()
  return db.write(async (tx) => {
    await insertKeys(tx, { public_key: publicKey, private_key: privateKey })
    // Another node may have been faster.
    return (await findKeys(tx)) as KeyPair
  })
}
