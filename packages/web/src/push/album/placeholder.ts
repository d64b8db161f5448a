// Makes the placeholder of a picture until it is loaded: 12 colours, which the browser draws smoothly.

/** The size of a placeholder, in columns and rows. */
export const [columns, rows] = [4, 3]

/** The `image_colors` of a push from 4 × 3 pixels of red, green, blue and alpha: RGB565, big-endian, in Base64. */
export function colorsOf(pixels: Uint8ClampedArray): string {
  let bytes = ''
  for (let at = 0; at < columns * rows * 4; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const color = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3)
    bytes += String.fromCharCode(color >> 8, color & 255)
  }
  return btoa(bytes)
}

/** The header of a bitmap of 4 × 3 pixels with 24 bits each, top row first. Its rows need no padding. */
const header = [
  ...[0x42, 0x4d, 90, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0],
  ...[40, 0, 0, 0, columns, 0, 0, 0, 256 - rows, 255, 255, 255, 1, 0, 24, 0],
  ...Array.from({ length: 24 }, () => 0),
]

/** The `data:` URL of a 90-byte bitmap with the `image_colors` of a push; undefined if those are malformed. */
export function placeholderOf(colors: string | undefined): string | undefined {
  if (!colors || !/^[A-Za-z0-9+/]{32}$/.test(colors)) return undefined
  const bytes = Uint8Array.from(atob(colors), (sign) => sign.charCodeAt(0))
  const pixels = Array.from({ length: columns * rows }, (_, index) => {
    const color = ((bytes[2 * index] as number) << 8) | (bytes[2 * index + 1] as number)
    const parts = [((color & 31) * 255) / 31, (((color >> 5) & 63) * 255) / 63, ((color >> 11) * 255) / 31]
    return parts.map(Math.floor)
  })
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...header, ...pixels.flat()))}`
}
