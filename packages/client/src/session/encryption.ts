import { type Account, keyFingerprint, sealKey, seal as sealText, unseal } from '@waypost/protocol'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Ephemeral, Seal } from './ephemeral.ts'

/** The end-to-end password of this session: encrypts data before it goes to the server, and decrypts its answers. */
export interface Encryption extends Seal {
  /** As base64; undefined while no password is set. */
  readonly $key: ReadableAtom<string | undefined>
  /** Whether an encryption has failed since the password was set. Nothing was sent unencrypted instead. */
  readonly $failed: ReadableAtom<boolean>
  /** Kept up to date while someone listens. */
  readonly $fingerprint: ReadableAtom<string | undefined>
  /**
   * Sets the password in all windows of the browser; an empty one clears it. Of overlapping calls the latest wins.
   * @throws Refusal `storage_full`; an Error where encryption is not available (`canSeal`)
   */
  setPassword(password: string): Promise<void>
  /** Identifies the key to other devices; undefined while there is none. */
  fingerprint(): Promise<string | undefined>
  /** Encrypts data to `{encrypted, ciphertext}`; returns the data itself while no password is set. */
  sealData(data: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Decrypts data; returns it as is if it was not encrypted, undefined if it cannot be decrypted. */
  openData(data: Record<string, unknown>): Promise<Record<string, unknown> | undefined>
}

interface Deps {
  saved: KeyValueStore
  channel: TabChannel
  $account: ReadableAtom<Account | undefined>
}

/** The storage keys of the encryption key and of the iden of the account whose password produced it. */
export const encryptionKeyName = 'e2e_key'
const ownerName = 'e2e_key_user'

export function openEncryption({ saved, channel, $account }: Deps): Encryption {
  const $key = atom(saved.read(encryptionKeyName))
  const $failed = atom(false)
  const $fingerprint = atom<string | undefined>()
  let settings = 0

  /** A message from another window may arrive before the key it has written, so the saved key is read each time. */
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
    // An invalid key has no fingerprint, nor has any key where encryption is not available.
    return key === undefined ? undefined : keyFingerprint(key).catch(() => undefined)
  }

  channel.on((message) => {
    if (message.kind === 'key') current()
  })
  // If another account signed in here, this key was not derived for its iden.
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
      // Better to send nothing than something that others can read.
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
      channel.send({ kind: 'key' })
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

/** One existing program sets `encrypted` to a string. */
export function isSealed({ encrypted }: Record<string, unknown>): boolean {
  return encrypted === true || encrypted === 'true'
}

/** These fields of a ping and a pong stay unencrypted: they reveal nothing, and devices without the password must be found too. */
function askedOrThere({ type, device_iden }: Record<string, unknown>): Record<string, unknown> | undefined {
  if (type === 'ping') return { type }
  return type === 'pong' ? { type, device_iden } : undefined
}
