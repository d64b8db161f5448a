import { localImage } from './images.ts'

/** Hosts that make a picture as small as the end of its URL says: below 5,000 pixels a side. */
const sized = /^https:\/\/([\w-]+\.)+(googleusercontent|ggpht)\.com\/[^?#]*=[swh][1-4]?\d{1,3}(-[a-z\d]+)*$/

/**
 * The URL of a picture that can be drawn as it is: it is here, or its host bounds it. Undefined for any other: it may take more memory than
 * there is.
 */
export const boundedImage = (address: string | undefined): string | undefined =>
  localImage(address) ?? (sized.test(address ?? '') ? address : undefined)
