import { vi } from 'vitest'

type Heard = (changes: Record<string, { newValue?: unknown }>, area: string) => void

/** Replaces `chrome` with a stand-in whose storage is empty, until the test ends. */
export function standInChrome(): void {
  const heard = new Set<Heard>()
  const area = (name: string) => {
    const kept = new Map<string, unknown>()
    const tell = (changes: Parameters<Heard>[0]) => {
      for (const each of heard) each(changes, name)
    }
    return {
      get: async (wanted: string | null) =>
        structuredClone(Object.fromEntries([...kept].filter(([key]) => wanted === null || key === wanted))),
      async set(values: Record<string, unknown>) {
        for (const [key, value] of Object.entries(values)) kept.set(key, structuredClone(value))
        tell(Object.fromEntries(Object.entries(values).map(([key, newValue]) => [key, { newValue: structuredClone(newValue) }])))
      },
      async remove(keys: string | string[]) {
        for (const key of [keys].flat()) if (kept.delete(key)) tell({ [key]: {} })
      },
    }
  }
  const onChanged = {
    addListener: (listener: Heard) => void heard.add(listener),
    removeListener: (listener: Heard) => void heard.delete(listener),
  }
  vi.stubGlobal('chrome', {
    storage: { local: area('local'), session: area('session'), onChanged },
    runtime: { getURL: (path: string) => `chrome-extension://stand-in/${path}`, getManifest: () => ({ version: '1' }) },
  })
}
