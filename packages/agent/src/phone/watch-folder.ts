import { watch } from 'node:fs'

/** Tells of changes in a folder sooner than looking there again would; not every file system does. The answer stops it. */
export function watchFolder(path: string, onChange: () => void): () => void {
  try {
    const watcher = watch(path, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
