import { $reducedMotion } from '../appearance.ts'
import { $touch } from '../media.ts'

/**
 * A short buzz that confirms what a finger did. Only phones and tablets have it, and only if the system is not set to reduce motion: it tells
 * nothing that the screen does not show. Before the first tap on a page browsers refuse it.
 */
export function buzz(): void {
  if ($touch.get() && !$reducedMotion.get() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10)
}
