import type { Device } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { deviceName } from '../conversations/targets.ts'
import { compareKeys } from '../session/key-fingerprint.ts'
import { textObstacle } from '../session/key-obstacle.ts'
import type { Session } from '../session/session.ts'
import type { Kept, Page } from './kept.ts'

/** Finds out whether phones can open what is encrypted here. `threads` is the list of conversations of a phone. */
export function openObstacles(session: Session, threads: (device: string) => Page<unknown>) {
  const stores = new Map<string, ReadableAtom<string | undefined>>()

  function of(device: Device | undefined, own: string | undefined, { encrypted }: Kept<unknown>): string | undefined {
    if (!device) return undefined
    // Some phones do not tell their fingerprint. One whose conversations can be opened here has the key.
    if (device.key_fingerprint === undefined && encrypted) return undefined
    return textObstacle(compareKeys(own, device.key_fingerprint), deviceName(device))
  }

  return {
    /** Why a phone cannot open texts from here and what to do, as far as that is known. */
    $of(iden: string): ReadableAtom<string | undefined> {
      const known = stores.get(iden)
      if (known) return known
      const parts = [session.device.$all, session.encryption.$fingerprint, threads(iden).$kept] as const
      const $obstacle = computed(parts, (devices, own, kept) => {
        const device = devices.find((each) => each.iden === iden)
        // What the phone keeps may still tell that it has the key.
        if (device?.key_fingerprint === undefined && kept.state === 'loading') return undefined
        return of(device, own, kept)
      })
      stores.set(iden, $obstacle)
      return $obstacle
    },
    /** The same, looked up now. @throws Refusal when that cannot be found out */
    async find(iden: string): Promise<string | undefined> {
      const device = session.mirror.of('devices').get().entries.get(iden)
      const own = await session.encryption.fingerprint()
      const page = threads(iden)
      if (own !== undefined && device && device.key_fingerprint === undefined) {
        // Read anew: the key may be another one since.
        await page.refresh()
        const { state, refusal } = page.known()
        if (state === 'failed' && refusal) throw refusal
      }
      return of(device, own, page.known())
    },
  }
}
