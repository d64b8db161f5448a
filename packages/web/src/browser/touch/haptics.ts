import { $reducedMotion } from '../appearance.ts'
import { $touch } from '../media.ts'

/**
 * A short buzz that confirms a touch. Only on phones and tablets, and not with reduced motion: it says nothing that the screen doesn't
 * show. Browsers refuse it before the first tap on a page.
 */
export function buzz(): void {
  if ($touch.get() && !$reducedMotion.get() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10)
}
