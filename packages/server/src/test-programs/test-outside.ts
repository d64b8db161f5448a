import { backup, DatabaseSync } from 'node:sqlite'

// A program that reads the store of a running server, as `sqlite3` does: once per message. Its argument is the database. In a message,
// `kind` is read, backup, vacuum, checkpoint or exit, and `target` the file for a copy.
process.on('message', async ({ kind, target }: { kind: string; target: string }) => {
  const db = new DatabaseSync(process.argv[2] as string, { timeout: 20_000 })
  db.prepare('SELECT COUNT(*) FROM push').get()
  if (kind === 'backup') await backup(db, target, { rate: 2 ** 31 - 1 })
  if (kind === 'vacuum') db.prepare('VACUUM INTO ?').run(target)
  if (kind === 'checkpoint') db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  if (kind === 'exit') process.exit()
  db.close()
  process.send?.('done')
})
