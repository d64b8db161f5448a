import { isSizedByHost } from '@waypost/client/pictures/sized-by-host'
import { localImage } from './images.ts'

/**
 * The URL of a picture that can be drawn directly, because it is local or its host limits its size. Undefined for any other, which might
 * exhaust memory.
 */
export const boundedImage = (address: string | undefined): string | undefined =>
  localImage(address) ?? (isSizedByHost(address ?? '') ? address : undefined)
