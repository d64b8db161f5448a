import { Refusal } from '@waypost/protocol'
import type { FileSource } from '../ground/platform.ts'
import type { LargeStore, LargeTransaction, StoredPush } from './large-store.ts'

// For tests: a large store in memory that several windows share.

interface Contents {
  texts: Map<string, string>
  files: Map<string, FileSource>
  pushes: Map<string, StoredPush>
}

interface TestLargeStore extends LargeStore {
  contents(): Contents
  /** Undefined ends that. */
  fail(error: Error | undefined): void
  /** Makes later transactions wait until the returned function is called. */
  pause(): () => void
}

/** @param room bytes; only files count */
export function largeStoreInMemory(room = 1_000_000_000): TestLargeStore {
  let contents: Contents = { texts: new Map(), files: new Map(), pushes: new Map() }
  let last: Promise<unknown> = Promise.resolve()
  let failure: Error | undefined
  let going: Promise<void> = Promise.resolve()

  async function run<T>(work: (transaction: LargeTransaction) => Promise<T>): Promise<T> {
    await going
    if (failure) throw failure
    const next: Contents = {
      texts: new Map(contents.texts),
      files: new Map(contents.files),
      pushes: new Map(contents.pushes),
    }
    const result = await work(transactionOn(next))
    if (used(next) > room) throw new Refusal('storage_full')
    contents = next
    return result
  }

  const used = ({ files }: Contents) => [...files.values()].reduce((sum, { size }) => sum + size, 0)

  return {
    transact(work) {
      const result = last.then(() => run(work))
      last = result.catch(() => {})
      return result
    },
    room: async () => room - used(contents),
    contents: () => contents,
    fail(error) {
      failure = error
    },
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>()
      going = promise
      return resolve
    },
  }
}

function transactionOn({ texts, files, pushes }: Contents): LargeTransaction {
  return {
    readText: async (key) => texts.get(key),
    readTexts: async (prefix) => [...texts].filter(([key]) => key.startsWith(prefix)).sort(),
    writeText: (key, text) => void texts.set(key, text),
    eraseText: (key) => void texts.delete(key),
    readFile: async (key) => files.get(key),
    fileKeys: async () => [...files.keys()].sort(),
    writeFile: (key, file) => void files.set(key, file),
    eraseFile: (key) => void files.delete(key),
    readPush: async (iden) => pushes.get(iden),
    async readPushes({ conversation, from, before }, limit, end) {
      const found = [...pushes.values()].filter(
        (each) => each.conversation === conversation && each.created >= from && each.created < before,
      )
      found.sort((one, other) => (end === 'last' ? other.created - one.created : one.created - other.created))
      return found.slice(0, limit)
    },
    writePush: (push) => void pushes.set(push.iden, push),
    erasePush: (iden) => void pushes.delete(iden),
    clear() {
      for (const all of [texts, files, pushes]) all.clear()
    },
  }
}
