import type { Push } from '@waypost/protocol'

/** How a file is shown in its card. */
export type ShownFile =
  | { as: 'video' | 'audio' | 'pdf' }
  /** `language` is one that `highlight.ts` knows; undefined for plain text. */
  | { as: 'text'; language: string | undefined }

/** In bytes. Larger files aren't previewed. A video or a recording is streamed, so it may have any size. */
export const readUpTo = { pdf: 50_000_000, text: 20_000_000 }

const languages = new Map<string, string>(
  Object.entries({
    ...endings('javascript', 'js mjs cjs jsx'),
    ...endings('typescript', 'ts mts cts tsx'),
    ...endings('json', 'json jsonl webmanifest geojson'),
    ...endings('css', 'css scss less'),
    ...endings('xml', 'html htm xml xhtml vue plist rss atom'),
    ...endings('python', 'py pyi'),
    ...endings('bash', 'sh bash zsh'),
    ...endings('sql', 'sql'),
    ...endings('java', 'java'),
    ...endings('kotlin', 'kt kts'),
    ...endings('swift', 'swift'),
    ...endings('cpp', 'c h cc cpp cxx hh hpp ino'),
    ...endings('csharp', 'cs'),
    ...endings('go', 'go'),
    ...endings('rust', 'rs'),
    ...endings('ruby', 'rb'),
    ...endings('php', 'php'),
    ...endings('yaml', 'yaml yml'),
    ...endings('ini', 'ini toml conf cfg properties'),
    ...endings('markdown', 'md markdown'),
    ...endings('diff', 'diff patch'),
  }),
)
const plain = new Set('txt text log csv tsv srt vtt'.split(' '))

/** How the file of a push is previewed; undefined for one that is only a card. @param size in bytes, if known */
export function shownFile({ file_type: type = '', file_name: name = '' }: Push, size: number | undefined): ShownFile | undefined {
  const kind = type.toLowerCase()
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (/^video\//.test(kind) && ending !== 'ts') return { as: 'video' }
  if (/^audio\//.test(kind)) return { as: 'audio' }
  // A file without a known size is not on this server.
  if (size === undefined || size === 0) return undefined
  if (kind.startsWith('application/pdf') || ending === 'pdf') return size <= readUpTo.pdf ? { as: 'pdf' } : undefined
  const language = languages.get(ending)
  if (language === undefined && !plain.has(ending)) return undefined
  return size <= readUpTo.text ? { as: 'text', language } : undefined
}

/** Up to four letters for the tile of a file: 'PDF', or 'MP4' from 'video/mp4'. */
export function kindOf(name: string, type: string | undefined): string {
  const ending =
    /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ??
    type
      ?.split('/')[1]
      ?.split(/[+.;-]/)
      .at(-1) ??
    ''
  return ending.length <= 4 ? ending.toUpperCase() : ''
}

function endings(language: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, language]))
}
