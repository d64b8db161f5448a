import { isSizedByHost } from '@waypost/client/pictures/sized-by-host'
import { localImage } from './images.ts'

/**
 * The URL of a picture that can be drawn as it is: it is here, or its host bounds it. Undefined for any other: it may take more memory than
 * there is.
 */
export const boundedImage = (address: string | undefined): string | undefined =>
  localImage(address) ?? (isSizedByHost(address ?? '') ? address : undefined)
