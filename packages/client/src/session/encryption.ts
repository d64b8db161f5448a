import { type Account, keyFingerprint, sealKey, seal as sealText, unseal } from '@waypost/protocol'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { isRecord } from '../sync/objects.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'
import type { Saved } from './saved.ts'

/** The end-to-end password of this client: what it makes unreadable to the server, and what it can read again. */
export interface Encryption extends Seal {
  /** The key as base64, or undefined while no password is set. */
  readonly $key: ReadableAtom<string | undefined>
  /** Whether something could not be sealed since the password was set; nothing was sent in clear instead. */
  readonly $failed: ReadableAtom<boolean>
  /** What `fingerprint` answers, kept up to date while someone listens. */
  readonly $fingerprint: ReadableAtom<string | undefined>
  /**
   * Sets the password of this client, here and in its other windows; an empty one clears it. Of two that overlap the later one counts.
   * @throws Refusal `storage_full`; an Error where this place cannot seal (`canSeal`)
   */
  setPassword(password: string): Promise<void>
  /** What tells other devices which key this is; undefined while there is none. */
  fingerprint(): Promise<string | undefined>
  /** `{encrypted, ciphertext}` in place of data; the data itself while no password is set. */
  sealData(data: Record<string, unknown>): Promise<Record<string, unknown>>
  /** The data that was sealed, or the data itself when it was not; undefined when it cannot be read. */
  openData(data: Record<string, unknown>): Promise<Record<string, unknown> | undefined>
}

interface Deps {
  saved: Saved
  channel: TabChannel
  $account: ReadableAtom<Account | undefined>
}

/** Where the key is kept, and beside it the iden of the account whose password made it. */
export const encryptionKeyName = 'e2e_key'
const ownerName = 'e2e_key_user'

export function openEncryption({ saved, channel, $account }: Deps): Encryption {
  const $key = atom(saved.read(encryptionKeyName))
  const $failed = atom(false)
  const $fingerprint = atom<string | undefined>()
  let settings = 0

  /** Another window's writing may reach this one after its word, so the saved key is looked at each time. */
  function current(): string | undefined {
    const key = saved.read(encryptionKeyName)
    if (key !== $key.get()) {
      $failed.set(false)
      $key.set(key)
    }
    return key
  }

  async function fingerprint(): Promise<string | undefined> {
    const key = current()
    // What is no key has no fingerprint, and nor has one where nothing can be sealed.
    return key === undefined ? undefined : keyFingerprint(key).catch(() => undefined)
  }

  channel.on((message) => {
    if (message.kind === 'key') current()
  })
  // Somebody else signed in here: their account's iden is not in this key.
  $account.subscribe((account) => {
    const owner = saved.read(ownerName)
    if (!account || owner === undefined || owner === account.iden) return
    saved.erase(encryptionKeyName)
    saved.erase(ownerName)
    current()
  })
  onMount($fingerprint, () =>
    $key.subscribe(async (key) => {
      const made = await fingerprint()
      if (key === $key.get()) $fingerprint.set(made)
    }),
  )

  async function close(value: unknown, key: string): Promise<{ encrypted: true; ciphertext: string }> {
    try {
      return { encrypted: true, ciphertext: await sealText(key, JSON.stringify(value)) }
    } catch {
      // Better nothing than something that others can read.
      $failed.set(true)
      return { encrypted: true, ciphertext: '' }
    }
  }

  async function open({ ciphertext }: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    const key = current()
    if (key === undefined || typeof ciphertext !== 'string') return undefined
    const text = await unseal(key, ciphertext)
    if (text === undefined) return undefined
    try {
      const value: unknown = JSON.parse(text)
      return isRecord(value) ? value : undefined
    } catch {
      return undefined
    }
  }

  return {
    $key,
    $failed,
    $fingerprint,
    async setPassword(password) {
      const user = $account.get()?.iden
      if (user === undefined) throw new Error('Whose password this is, is not known yet.')
      const own = ++settings
      const key = password === '' ? undefined : await sealKey(password, user)
      if (own !== settings) return
      if (key === undefined) saved.erase(encryptionKeyName)
      else {
        saved.write(ownerName, user)
        saved.write(encryptionKeyName, key)
      }
      $failed.set(false)
      current()
      channel.tell({ kind: 'key' })
    },
    fingerprint,
    async sealData(data) {
      const key = current()
      return key === undefined ? data : close(data, key)
    },
    async openData(data) {
      return isSealed(data) ? open(data) : data
    },
    async open(ephemeral) {
      const opened = (await open(ephemeral)) ?? askedOrThere(ephemeral)
      return opened && typeof opened.type === 'string' ? (opened as Ephemeral) : undefined
    },
    async close(ephemeral) {
      const key = current()
      return key === undefined ? ephemeral : { ...askedOrThere(ephemeral), ...(await close(ephemeral, key)) }
    },
  }
}

/** One program says so by a text. */
export function isSealed({ encrypted }: Record<string, unknown>): boolean {
  return encrypted === true || encrypted === 'true'
}

/** Who is there says nothing of anybody, and a device without the password must be found too: that much of a ping and a pong stays in clear. */
function askedOrThere({ type, device_iden }: Record<string, unknown>): Record<string, unknown> | undefined {
  if (type === 'ping') return { type }
  return type === 'pong' ? { type, device_iden } : undefined
}
