// Handles the call that exports an account, and creates the export in a job.

import { exportData, type Gives } from '@waypost/protocol'
import { type Account, findAccount } from '../account/rows.ts'
import { type Change, type Micros, microseconds } from '../change.ts'
import type { SyncedTable } from '../db/synced-table.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { objectIden } from '../iden.ts'
import { mailJob } from '../mail/mail.ts'
import { contentOf } from '../push/content.ts'
import { emptyPush } from '../push/create/new-push.ts'
import { insertPush } from '../push/rows.ts'
import { fileKey } from '../tokens.ts'
import { findUpload, forgetFile, insertUpload, markGone, type UploadRow } from '../upload/rows.ts'
import { fileUrl } from '../upload/rules.ts'
import { archiveOf } from './export-contents.ts'
import { deleteExport, findExport, saveExport } from './rows.ts'

/** How long an export can be downloaded, and how long a repeated request returns the last one. */
const exportMilliseconds = 7 * 24 * 60 * 60_000
const sameExportMilliseconds = 60 * 60_000

const exportJob = 'export'
const expiryJob = 'export-expiry'
const attempts = 5
const title = 'Your Waypost export'

interface Making {
  account: string
  upload: string
  key: string
}

/** @param tables the tables of all synced types */
export function exportCalls(deps: Deps, tables: readonly SyncedTable[]): Handler[] {
  const { db, files, change, jobs, origin } = deps
  const urlOf = (upload: UploadRow) => fileUrl(origin(), upload.file_key, upload.name)

  jobs.handle<Making>(exportJob, async (making, attempt, { signal }) => {
    const account = await findAccount(db, making.account)
    const latest = await findExport(db, making.account)
    if (!account || latest?.upload !== making.upload || latest.status !== 'waiting') return undefined
    try {
      const archive = archiveOf(deps, account, tables)
      const stop = () => archive.destroy(new Error('The server stops.'))
      signal.addEventListener('abort', stop)
      try {
        const size = await files.write(making.key, archive, Number.MAX_SAFE_INTEGER)
        if (!(await handOver(account, making, size))) await files.remove(making.key)
      } finally {
        signal.removeEventListener('abort', stop)
        archive.destroy()
      }
    } catch (error) {
      if (attempt < attempts || signal.aborted) throw error
      await db.write((tx) => saveExport(tx, { ...latest, status: 'error', finished: microseconds() }))
    }
    return undefined
  })

  /** Announces a finished export by push, and emails the link to it. @returns false if it is no longer wanted */
  function handOver(account: Account, { upload: iden, key }: Making, size: number): Promise<boolean> {
    return change([account.iden], async (tx) => {
      const latest = await findExport(tx, account.iden)
      if (latest?.upload !== iden || latest.status !== 'waiting' || !(await findAccount(tx, account.iden))) return false
      const now = microseconds()
      const upload = exportFile(account, iden, key, size, now)
      await insertUpload(tx, upload)
      await saveExport(tx, { ...latest, status: 'success', finished: now })
      await pushNotice(tx, account, `${origin()}/#settings/history`)
      await jobs.add(tx, { type: mailJob, payload: { to: account.email, subject: title, text: letter(urlOf(upload)) } })
      await jobs.add(tx, { type: expiryJob, key: iden, payload: { upload: iden }, at: now + exportMilliseconds * 1_000 })
      return true
    })
  }

  jobs.handle<{ upload: string }>(expiryJob, async ({ upload: iden }) => {
    const upload = await findUpload(db, iden)
    if (upload) {
      await db.write((tx) => markGone(tx, upload.file_key))
      await files.remove(upload.file_key)
      await db.write((tx) => forgetFile(tx, upload.file_key))
    }
    await db.write((tx) => deleteExport(tx, iden))
    return undefined
  })

  return [
    handle(exportData, async (_input, { caller: { account } }) =>
      db.write(async (tx): Promise<Gives<typeof exportData>> => {
        await tx.lockBoxes([account.iden])
        const now = microseconds()
        const last = await findExport(tx, account.iden)
        if (last?.status === 'waiting') return { status: 'waiting' }
        if (last?.status === 'error') {
          // Reported once; the next request starts another attempt.
          await deleteExport(tx, last.upload)
          return { status: 'error' }
        }
        const fresh = last !== undefined && now < (last.finished ?? 0) + sameExportMilliseconds * 1_000
        const file = fresh ? await findUpload(tx, last.upload) : undefined
        if (file?.state === 'done') return { status: 'success', file_url: urlOf(file) }
        const making: Making = { account: account.iden, upload: objectIden(account.iden), key: fileKey() }
        await saveExport(tx, { account: account.iden, status: 'waiting', asked: now, finished: null, upload: making.upload })
        await jobs.add(tx, { type: exportJob, key: account.iden, payload: making })
        return { status: 'waiting' }
      }),
    ),
  ]
}

function exportFile(account: Account, iden: string, key: string, size: number, now: Micros): UploadRow {
  const day = new Date(now / 1_000).toISOString().slice(0, 10)
  return {
    iden,
    owner: account.iden,
    kind: 'export',
    state: 'done',
    created: now,
    touched: now,
    name: `waypost-export-${day}.zip`,
    type: 'application/zip',
    size,
    send_key: fileKey(),
    file_key: key,
    handle: null,
    image_width: null,
    image_height: null,
    named: 1,
  }
}

/** Apps and programs read pushes, so the push doesn't link to the export itself, which contains more than pushes. */
async function pushNotice(tx: Change, account: Account, url: string): Promise<void> {
  const body =
    'All that is kept of your account is ready: for an hour in the settings, and for a week by the link in the email to you.'
  const push: Parameters<typeof insertPush>[1] = {
    ...emptyPush(objectIden(account.iden), account.iden),
    direction: 'self',
    ...contentOf({ type: 'link', title, body, url }),
  }
  await insertPush(tx, push, account)
}

const letter = (url: string) =>
  [
    'You asked for all that is kept of your Waypost account. Here it is, for a week:',
    '',
    url,
    '',
    'Anyone with this link can read it, so keep it to yourself.',
  ].join('\n')
