import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { startOfFile } from '../../browser/files/contents.ts'
import { useSeen } from '../../browser/in-view.ts'
import { textOfBytes } from '../../format/text-bytes.ts'
import { i18n } from '../../ui/language.ts'
import { textExcerpt } from './en.ts'
import styles from './FileInPlace.module.css'
import type { TextPart } from './highlight.ts'

const messages = i18n('text-excerpt', textExcerpt)

/** How many bytes are read for the first lines, and for all lines. A longer file can only be downloaded. */
const bytes = { first: 8_192, all: 100_000 }
const linesShown = 8
/** In characters. Highlighting longer texts takes too long. */
const coloredUpTo = 40_000
const longestLine = 2_000

interface TextExcerptProps {
  url: string
  name: string
  /** In bytes. */
  size: number
  language: string | undefined
}

/** The first lines of a text, highlighted if it is code. A missing file has an empty box, a binary file none. */
export function TextExcerpt({ url, name, size, language }: TextExcerptProps) {
  const t = useStore(messages)
  const { ref, seen } = useSeen<HTMLDivElement>()
  const [all, setAll] = useState(false)
  const read = useText(seen ? url : undefined, all ? bytes.all : bytes.first)
  const text = read === 'binary' ? undefined : read?.text
  const lines = linesOf(size)
  // Text that is cut off isn't read aloud either.
  const parts = useParts(all ? text : text?.split('\n', lines).join('\n'), language)
  const more =
    text !== undefined && size <= bytes.all && (size > bytes.first || text.trimEnd().split('\n', lines + 1).length > lines)
  if (read === 'binary') return null
  return (
    <div ref={ref} className={styles.text}>
      <pre
        className={styles.lines}
        style={all ? undefined : { blockSize: `${lines}lh` }}
        data-all={all || undefined}
        data-prose={language === undefined || undefined}
        // A scrolling element must be reachable by keyboard.
        {...(all && { tabIndex: 0, role: 'region', 'aria-label': t.label({ name }) })}
        dir="ltr"
      >
        <code>
          {parts.map(({ text, kind }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
            <span key={index} data-kind={kind}>
              {text}
            </span>
          ))}
        </code>
      </pre>
      {more && (
        <button type="button" className={styles.fold} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.showLess : t.showAll}
        </button>
      )}
    </div>
  )
}

/** How many lines to reserve: a guess by file size, so the layout doesn't shift once the file is read. */
const linesOf = (size: number) => Math.min(linesShown, Math.max(2, Math.ceil(size / 40)))

function useText(url: string | undefined, most: number): { text: string } | 'binary' | undefined {
  const [text, setText] = useState<{ text: string } | 'binary'>()
  useEffect(() => {
    if (url === undefined) return
    const stop = new AbortController()
    startOfFile(url, most, stop.signal).then(
      (start) => {
        const text = textOfBytes(start)
        if (!stop.signal.aborted) setText(text === undefined ? 'binary' : { text: shortLines(text) })
      },
      // Offline, or if the file was deleted, the card shows its kind.
      () => {},
    )
    return () => stop.abort()
  }, [url, most])
  return text
}

/** Breaks up a file without line ends, which would be one line of 100,000 characters. */
const shortLines = (text: string) =>
  text.length <= longestLine ? text : text.replace(new RegExp(`([^\\n]{${longestLine}})[^\\n]+`, 'g'), '$1…')

/** A single part until the highlighter is loaded. */
function useParts(text: string | undefined, language: string | undefined): readonly TextPart[] {
  const [found, setFound] = useState<{ of: string; parts: TextPart[] }>()
  useEffect(() => {
    if (text === undefined || language === undefined || text.length > coloredUpTo) return
    let stale = false
    import('./highlight.ts')
      .then(({ highlight }) => {
        if (!stale) setFound({ of: text, parts: highlight(text, language) })
      })
      .catch(() => {})
    return () => {
      stale = true
    }
  }, [text, language])
  if (text === undefined) return []
  return found?.of === text ? found.parts : [{ text, kind: undefined }]
}
