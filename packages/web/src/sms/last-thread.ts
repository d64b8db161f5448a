import { readSetting, writeSetting } from '../browser/storage.ts'

// This browser remembers the last open conversation of each phone.

const threadsKey = 'sms_threads'

/** The last open conversation of a phone. */
export function rememberedThread(device: string): string | undefined {
  const thread = readThreads()[device]
  return typeof thread === 'string' ? thread : undefined
}

export function rememberThread(device: string, thread: string): void {
  writeSetting(threadsKey, JSON.stringify({ ...readThreads(), [device]: thread }))
}

function readThreads(): Record<string, unknown> {
  try {
    const threads: unknown = JSON.parse(readSetting(threadsKey) ?? '{}')
    return typeof threads === 'object' && threads !== null ? { ...threads } : {}
  } catch {
    return {}
  }
}
