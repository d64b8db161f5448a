import { type Throttle, throttle } from '../http/rate-limits.ts'

/**
 * Firefox ends a subscription after 16 of them, and after fewer if the site was not visited for days; Chromium shows a notice of its own
 * after a few a day.
 * - `closes`: what closes notifications. The next message does that as well.
 * - `encrypted`: what may be of any kind, and most often is a text or a mirrored notification. Where too many show nothing, the service worker
 *   shows something.
 */
const silentLimits = {
  closes: { burst: 4, every: 4 * 60 * 60_000 },
  encrypted: { burst: 20, every: 60_000 },
}

/** Limits the silent messages for each browser. Each node counts separately. */
export const openSilentLimit = (kind: keyof typeof silentLimits): Throttle => throttle(silentLimits[kind])
