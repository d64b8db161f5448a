import { watch } from 'node:fs'

/** Watches a folder, to notice changes sooner than the next poll; not every file system supports it. Returns a function that stops it. */
export function watchFolder(path: string, onChange: () => void): () => void {
  try {
    const watcher = watch(path, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => {}
  }
}
