/** As the picker draws them. */
const font = "2px 'Apple Color Emoji', 'Noto Color Emoji', 'Twemoji Mozilla', 'Segoe UI Emoji', sans-serif"

/**
 * Whether the fonts of the system have a picture of an emoji: it has colours of its own, whatever colour is written in, and one that is
 * joined of several is not drawn as these.
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
