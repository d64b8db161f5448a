interface Contents {
  /** The length of its title, in UTF-16 units. */
  title?: number
  text: string
  /** Heights of its pictures, in pixels. */
  pictures: number
  timeBar: boolean
}

/** The estimated height of a message before it is measured, in pixels. */
export function estimatedHeight({ title = 0, text, pictures, timeBar }: Contents): number {
  const lines = Math.max(1, Math.ceil((title + text.length) / 58), text.split('\n').length)
  return 16 + 22 * Math.min(lines, 200) + 8 + pictures + (timeBar ? 40 : 0)
}
