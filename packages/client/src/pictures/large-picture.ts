/** The most pixels drawn without a click: decoded, four bytes each. */
const mostPixels = 40_000_000

/** Whether a picture of a known size takes too much memory to be drawn without a click. */
export const isLargePicture = (width: number | undefined, height: number | undefined): boolean =>
  (width ?? 0) * (height ?? 0) > mostPixels
