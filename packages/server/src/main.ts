import { startApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { FolderInUse } from './db/sqlite.ts'

/** What stops a start, as one sentence that says what to do. Anything else is a fault of ours and keeps its trace. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FolderInUse) return `${error.message} Stop it, or set WAYPOST_DATA to another folder.`
  const { code, path, port } = error as NodeJS.ErrnoException & { port?: number }
  const folder = process.env.WAYPOST_DATA ?? 'data'
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or set WAYPOST_PORT to another port (0 = any free one).`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this account. Set WAYPOST_PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'WAYPOST_HOST is not an address of this machine.'
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code ?? '')) {
    return `The data folder ${path ?? folder} cannot be written. Give this account the right to, or set WAYPOST_DATA to another folder.`
  }
  if (code === 'ERR_SQLITE_ERROR')
    return `The data in ${folder} cannot be opened (${(error as Error).message}). Set WAYPOST_DATA to another folder, or restore a copy.`
  return undefined
}

try {
  const app = await startApp(readConfig(process.env))
  console.log(`Waypost is ready at ${app.origin}`)
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exit(1)
}
