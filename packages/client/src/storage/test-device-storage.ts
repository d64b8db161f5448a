import type { SessionOptions } from '../session/session.ts'
import type { Tabs } from '../tabs/tabs.ts'
import type { LargeStore } from './large-store.ts'
import { type DeviceStorage, openDeviceStorage, type StoreChannel } from './open.ts'

// For tests: sessions with a large store.

/** The options of a session on a large store. `opened` is called with the opened store. */
export function keptIn(
  store: LargeStore,
  tabs?: Tabs,
  opened?: (storage: DeviceStorage) => void,
): Pick<SessionOptions, 'storage'> {
  return {
    storage(deps) {
      const storage = openDeviceStorage(store, tabs && storeChannel(tabs), deps)
      opened?.(storage)
      return storage
    },
  }
}

/** The channel of the large store among the other messages of windows. */
export function storeChannel({ post, listen }: Tabs): StoreChannel {
  return {
    post: (message: unknown) => post({ store: message }),
    listen: (listener: (message: unknown) => void) => listen((message) => listener((message as { store?: unknown }).store)),
  }
}
