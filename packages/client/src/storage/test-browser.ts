import { inMemoryStore } from '../ground/key-value-store.ts'
import { type Platform, platform } from '../ground/platform.ts'
import type { Session, SessionOptions } from '../session/session.ts'
import type { Person, TestSessions } from '../session/test-sessions.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import { keptIn } from './test-device-storage.ts'
import { largeStoreInMemory } from './test-large-store.ts'

// For tests: a browser of a person, whose windows share a large store.

interface TestWindow {
  session: Session
  close(): void
}

/** A browser with a large store. */
export function browserOf(person: Person, { open, started }: Pick<TestSessions, 'open' | 'started'>) {
  const store = largeStoreInMemory()
  const saved = inMemoryStore()
  const browser = browserInMemory()

  function options(on: Platform, storage?: SessionOptions['storage']): { options: Partial<SessionOptions>; close(): void } {
    const { tabs, close } = browser.window()
    return { options: { saved, tabs, platform: on, ...keptIn(store, tabs), ...(storage && { storage }) }, close }
  }

  function windowOf(session: Session, close: () => void): TestWindow {
    return {
      session,
      close() {
        session.close()
        close()
      },
    }
  }

  return {
    store,
    saved,
    files: () => [...store.contents().files.keys()],
    /** The keys of the outbox in the large store. */
    waiting: () => [...store.contents().texts.keys()].filter((key) => key.startsWith('outbox.')),
    /** A window that is connected; `storage` instead of the large store. */
    async window(on: Platform = platform, storage?: SessionOptions['storage']): Promise<TestWindow> {
      const { options: own, close } = options(on, storage)
      return windowOf(await started(person, own), close)
    },
    /** A window without a network. */
    async offline(): Promise<TestWindow> {
      const { options: own, close } = options({ ...platform, fetch: () => Promise.reject(new TypeError('no network')) })
      const session = open(person, { account: person.account, ...own })
      await session.start()
      return windowOf(session, close)
    },
  }
}

/** A network on a machine where a wait of some milliseconds is over at once. */
export const without = (wait: number, on: Platform = platform): Platform => ({
  ...on,
  after: (milliseconds, work) => on.after(milliseconds === wait ? 0 : milliseconds, work),
})
