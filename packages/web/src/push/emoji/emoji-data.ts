import all from 'emojibase-data/en/data.json'
import words from 'emojibase-data/en/messages.json'
import type { EmojiData } from 'frimousse'
import { drawsEmoji } from '../../browser/emoji-font.ts'
import { readSetting, writeSetting } from '../../browser/storage.ts'

const recentKey = 'emoji_recent'
/** Two rows of the picker. */
const mostRecent = 18

/** In the order of the data. */
const tones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

let made: EmojiData | undefined

/** The emoji that this browser can draw, with their English names (https://emojibase.dev/docs/datasets). */
export function allEmoji(): EmojiData {
  made ??= make()
  return made
}

function make(): EmojiData {
  const flags = words.subgroups.find(({ key }) => key === 'country-flag')?.order
  const drawsFlags = drawsEmoji('🇪🇺')
  const newest = newestDrawn()
  const emojis = all.flatMap(({ emoji, label, group, subgroup, version, tags = [], skins = [] }) => {
    if (group === undefined || version > newest || (subgroup === flags && !drawsFlags)) return []
    const toned = skins.flatMap(({ emoji: skin, tone }) => (typeof tone === 'number' ? [[tones[tone], skin]] : []))
    return [
      {
        emoji,
        label: upper(label),
        category: group,
        version,
        tags,
        ...(toned.length > 0 && { skins: Object.fromEntries(toned) }),
      },
    ]
  })
  return {
    locale: 'en',
    emojis,
    categories: words.groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({ index: order, label: upper(message) })),
    skinTones: Object.fromEntries(words.skinTones.map(({ key, message }) => [key, message])) as EmojiData['skinTones'],
  }
}

/** The newest emoji version that the browser can draw; if it can't draw any, all are offered. */
function newestDrawn(): number {
  const samples = new Map(all.filter(({ group }) => group !== undefined).map(({ version, emoji }) => [version, emoji]))
  const drawn = [...samples].filter(([, emoji]) => drawsEmoji(emoji)).map(([version]) => version)
  return drawn.length > 0 ? Math.max(...drawn) : Number.POSITIVE_INFINITY
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The same data with some emoji in a group of their own at the top. Each appears there once, whatever its skin tone. */
export function withRecent(data: EmojiData, recent: readonly string[], label: string): EmojiData {
  const before = -1
  const first = recent.flatMap((each) => data.emojis.find((entry) => isOf(entry, each)) ?? [])
  const emojis = [
    ...first.map((entry) => ({ ...entry, category: before })),
    ...data.emojis.filter((entry) => !first.includes(entry)),
  ]
  return { ...data, emojis, categories: [{ index: before, label }, ...data.categories] }
}

/** Whether two emoji are the same apart from the skin tone. */
const isOf = ({ emoji, skins }: Pick<EmojiData['emojis'][number], 'emoji' | 'skins'>, other: string) =>
  emoji === other || (skins !== undefined && Object.values(skins).includes(other))

/** The emoji recently chosen in this browser, latest first. */
export function recentEmoji(): string[] {
  const saved = readSetting(recentKey) ?? ''
  return saved.split(' ').filter((emoji) => emoji !== '')
}

/** Moves an emoji to the front of the recent ones. */
export function rememberEmoji(emoji: string): void {
  const base = allEmoji().emojis.find((entry) => isOf(entry, emoji))?.emoji ?? emoji
  const others = recentEmoji().filter((each) => each !== base)
  writeSetting(recentKey, [base, ...others].slice(0, mostRecent).join(' '))
}
