/** `local` outlives the browser, `session` does not, but outlives the background. */
type Area = 'local' | 'session'

/** The value under a name; undefined if there is none. */
export async function readValue(area: Area, name: string): Promise<unknown> {
  return (await chrome.storage[area].get(name))[name]
}

/** Stores a value of plain data; undefined removes it. */
export async function writeValue(area: Area, name: string, value: unknown): Promise<void> {
  if (value === undefined) await chrome.storage[area].remove(name)
  else await chrome.storage[area].set({ [name]: value })
}

/** Calls back when any part of the extension changes a value. */
export function onValue(area: Area, name: string, listener: (value: unknown) => void): () => void {
  const heard = (changes: Record<string, chrome.storage.StorageChange>, changed: string) => {
    const change = changes[name]
    if (changed === area && change) listener(change.newValue)
  }
  chrome.storage.onChanged.addListener(heard)
  return () => chrome.storage.onChanged.removeListener(heard)
}

/** Removes everything from both areas, except some names of `local`. */
export async function eraseValues(except: readonly string[]): Promise<void> {
  const names = Object.keys(await chrome.storage.local.get(null)).filter((name) => !except.includes(name))
  await chrome.storage.local.remove(names)
  await chrome.storage.session.clear()
}
