// Finds out why a phone cannot decrypt SMS from this session.

import { type Device, isGatewayPhone } from '@waypost/protocol'
import { computed, type ReadableAtom } from 'nanostores'
import { deviceName } from '../conversations/targets.ts'
import { compareKeys } from '../session/key/fingerprint.ts'
import { passedOnObstacle, textObstacle } from '../session/key/obstacle.ts'
import type { Session } from '../session/session.ts'
import type { Kept, Page } from './kept.ts'

/** Returns stores of the obstacle of each phone. `threads` is the conversation list of a phone. */
export function openObstacles(session: Session, threads: (device: string) => Page<unknown>) {
  const stores = new Map<string, ReadableAtom<string | undefined>>()

  function of(device: Device | undefined, own: string | undefined, { encrypted }: Kept<unknown>): string | undefined {
    if (!device) return undefined
    if (isGatewayPhone(device))
      return session.encryption.$key.get() === undefined ? undefined : passedOnObstacle(deviceName(device))
    // Some phones do not report a fingerprint. If we can decrypt a phone's conversations, it has the same key.
    if (device.key_fingerprint === undefined && encrypted) return undefined
    return textObstacle(compareKeys(own, device.key_fingerprint), deviceName(device))
  }

  return {
    /** Why a phone cannot decrypt SMS from here and what to do about it; undefined if it can, or if unknown. */
    $of(iden: string): ReadableAtom<string | undefined> {
      const known = stores.get(iden)
      if (known) return known
      const parts = [session.device.$all, session.encryption.$fingerprint, threads(iden).$kept, session.encryption.$key] as const
      const $obstacle = computed(parts, (devices, own, kept) => {
        const device = devices.find((each) => each.iden === iden)
        // The phone's data may still show that it has the key.
        if (device?.key_fingerprint === undefined && kept.state === 'loading' && !isGatewayPhone(device)) return undefined
        return of(device, own, kept)
      })
      stores.set(iden, $obstacle)
      return $obstacle
    },
    /** The current obstacle, determined now. @throws Refusal if it cannot be determined */
    async find(iden: string): Promise<string | undefined> {
      const device = session.mirror.of('devices').get().entries.get(iden)
      const own = await session.encryption.fingerprint()
      const page = threads(iden)
      if (own !== undefined && device && device.key_fingerprint === undefined && !isGatewayPhone(device)) {
        // Fetch again, because the key may have changed.
        await page.refresh()
        const { state, refusal } = page.known()
        if (state === 'failed' && refusal) throw refusal
      }
      return of(device, own, page.known())
    },
  }
}
