/** In the picker's font. */
const font = "2px 'Apple Color Emoji', 'Noto Color Emoji', 'Twemoji Mozilla', 'Segoe UI Emoji', sans-serif"

/**
 * Whether the system's fonts have a picture of an emoji: it keeps its own colours whatever the text colour, and a joined emoji isn't drawn
 * as its parts.
 */
export function drawsEmoji(emoji: string): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: 2, height: 2 })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.font = font
  context.textBaseline = 'middle'
  if (context.measureText(emoji).width >= 4) return false
  const drawnIn = (colour: string) => {
    context.clearRect(0, 0, 2, 2)
    context.fillStyle = colour
    context.fillText(emoji, 0, 0)
    return String(context.getImageData(0, 0, 2, 2).data)
  }
  return drawnIn('#00f') === drawnIn('#f00')
}
