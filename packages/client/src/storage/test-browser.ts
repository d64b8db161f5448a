import { inMemoryStore } from '../ground/key-value-store.ts'
import { type Platform, platform } from '../ground/platform.ts'
import type { Session, SessionOptions } from '../session/session.ts'
import type { Person, TestSessions } from '../session/test-sessions.ts'
import { browserInMemory } from '../tabs/test-tabs.ts'
import type { DeviceStorage, DeviceStorageDeps, StoreChannel } from './open.ts'
import { keptIn, storeChannel } from './test-device-storage.ts'
import { largeStoreInMemory } from './test-large-store.ts'

// For tests: a browser of a person, whose windows share a large store.

interface TestWindow {
  session: Session
  close(): void
}

type OpenStorage = (deps: DeviceStorageDeps, channel: StoreChannel) => DeviceStorage | Promise<DeviceStorage>

/** A browser with a large store. */
export function browserOf(person: Person, { open, started }: Pick<TestSessions, 'open' | 'started'>) {
  const store = largeStoreInMemory()
  const saved = inMemoryStore()
  const browser = browserInMemory()

  function options(on: Platform, storage?: OpenStorage): { options: Partial<SessionOptions>; close(): void } {
    const { tabs, close } = browser.window()
    const own = storage && { storage: (deps: DeviceStorageDeps) => storage(deps, storeChannel(tabs)) }
    return { options: { saved, tabs, platform: on, ...keptIn(store, tabs), ...own }, close }
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
    waiting: () => [...store.contents().texts.keys()].filter((key) => key.startsWith('outbox.')),
    /** A connected window; `storage` replaces the large store, and another person the browser's own. */
    async window(on: Platform = platform, storage?: OpenStorage, whose = person): Promise<TestWindow> {
      const { options: own, close } = options(on, storage)
      return windowOf(await started(whose, own), close)
    },
    async offline(): Promise<TestWindow> {
      const { options: own, close } = options({ ...platform, fetch: () => Promise.reject(new TypeError('no network')) })
      const session = open(person, { account: person.account, ...own })
      await session.start()
      return windowOf(session, close)
    },
  }
}

/** A network on a machine where a wait of some milliseconds ends at once. */
export const without = (wait: number, on: Platform = platform): Platform => ({
  ...on,
  after: (milliseconds, work) => on.after(milliseconds === wait ? 0 : milliseconds, work),
})
