// Draws typed text with its formatting. Everything becomes elements with text in them; no HTML is parsed.

import { type Block, mayBeFormatted, parseText } from '@waypost/client/words/blocks'
import type { Run } from '@waypost/client/words/inline'
import { Fragment, type ReactNode, useMemo } from 'react'
import { ExternalLink } from '../../ui/cards/Cards.tsx'
import { LinkedText } from '../LinkedText.tsx'
import { TaggedText } from '../TaggedText.tsx'
import styles from './FormattedText.module.css'

/** Typed text, formatted. @param wrap draws a paragraph, for texts without any other block @param tail added at the end of the last line */
export function FormattedText({ text, wrap, tail }: { text: string; wrap: (words: ReactNode) => ReactNode; tail?: ReactNode }) {
  const blocks = useMemo(() => (mayBeFormatted(text) ? parseText(text) : undefined), [text])
  if (!blocks)
    return wrap(
      <>
        <LinkedText text={text} />
        {tail}
      </>,
    )
  const [only] = blocks
  if (only?.kind === 'text' && blocks.length === 1)
    return wrap(
      <>
        <Runs runs={only.runs} />
        {tail}
      </>,
    )
  const last = blocks.at(-1)
  const words = last?.kind === 'text' ? last : undefined
  return (
    <div className={styles.blocks}>
      {blocks.slice(0, words && -1).map(drawn)}
      {words ? <Paragraph runs={words.runs} tail={tail} /> : tail && <div>{tail}</div>}
    </div>
  )
}

// The parts of a text never move, so their index is their key.
const drawn = (block: Block, index: number) => <Part key={index} block={block} />

function Part({ block }: { block: Block }) {
  if (block.kind === 'text') return <Paragraph runs={block.runs} />
  if (block.kind === 'code')
    return (
      <pre dir="ltr" className={styles.code}>
        <code>{block.text}</code>
      </pre>
    )
  if (block.kind === 'quote')
    return (
      <blockquote dir="auto" className={styles.quote}>
        {block.blocks.map(drawn)}
      </blockquote>
    )
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List dir="auto" className={styles.list}>
      {block.items.map(({ marker, level, runs }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
          key={index}
          className={styles.item}
          // Keeps the number that was typed, whatever comes before it.
          style={{ listStyleType: `'${marker} '`, marginInlineStart: `${level * 1.25}em` }}
        >
          <Runs runs={runs} />
        </li>
      ))}
    </List>
  )
}

function Paragraph({ runs, tail }: { runs: readonly Run[]; tail?: ReactNode }) {
  return (
    <p dir="auto" className={styles.text}>
      <Runs runs={runs} />
      {tail}
    </p>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  return runs.map((run, index) => <Fragment key={index}>{styled(run)}</Fragment>)
}

function styled({ text, strong, em, strike, code, href }: Run): ReactNode {
  let words: ReactNode = code || href !== undefined ? text : <TaggedText text={text} />
  if (code) words = <code className={styles.inline}>{words}</code>
  if (href !== undefined) words = <ExternalLink href={href}>{words}</ExternalLink>
  if (strike) words = <s>{words}</s>
  if (em) words = <em className={styles.em}>{words}</em>
  return strong ? <strong className={styles.strong}>{words}</strong> : words
}
