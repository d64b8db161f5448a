import { backup, DatabaseSync } from 'node:sqlite'

// A program that looks into the store of a running server, as `sqlite3` does: one look for each message. Its argument is the database.
// A message: `kind` is read, backup, vacuum, checkpoint or exit, `target` the file that a copy goes to.
process.on('message', async ({ kind, target }: { kind: string; target: string }) => {
  const db = new DatabaseSync(process.argv[2] as string, { timeout: 20_000 })
  db.prepare('SELECT COUNT(*) FROM push').get()
  if (kind === 'backup') await backup(db, target, { rate: 2 ** 31 - 1 })
  if (kind === 'vacuum') db.prepare('VACUUM INTO ?').run(target)
  if (kind === 'checkpoint') db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  // As if it was killed.
  if (kind === 'exit') process.exit()
  db.close()
  process.send?.('done')
})
