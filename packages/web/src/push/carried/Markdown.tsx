// Draws a message's Markdown. Everything becomes elements with text in them; no HTML is parsed, and no picture is loaded from elsewhere.

import { isLink } from '@waypost/client/words/short-links'
import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode, useMemo } from 'react'
import { ExternalLink } from '../../ui/cards/Cards.tsx'
import styles from './Markdown.module.css'

/** Quotes and lists nested deeper are drawn as text. */
const deepest = 12

/** A text in Markdown (GitHub's). */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text, { gfm: true, breaks: true }), [text])
  return <div className={styles.markdown}>{blocks(tokens, 0)}</div>
}

// The parts of a text never move, so their index is their key.
// biome-ignore lint/suspicious/noArrayIndexKey: see above
const each = (parts: readonly ReactNode[]) => parts.map((part, at) => <Fragment key={at}>{part}</Fragment>)

const blocks = (tokens: readonly Token[] = [], depth: number): ReactNode => each(tokens.map((token) => block(token, depth)))

const inlines = (tokens: readonly Token[] = [], depth: number): ReactNode => each(tokens.map((token) => inline(token, depth)))

function block(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw
  const inner = depth + 1
  const { tokens } = token as Tokens.Generic
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return (
        // A real heading would mix with those of the page.
        <p dir="auto" className={styles.heading} data-depth={token.depth}>
          {inlines(tokens, inner)}
        </p>
      )
    case 'paragraph':
      return <p dir="auto">{inlines(tokens, inner)}</p>
    case 'text':
      return tokens ? inlines(tokens, inner) : plain(token.text)
    case 'code':
      return (
        <pre dir="ltr" className={styles.code}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return (
        <blockquote dir="auto" className={styles.quote}>
          {blocks(tokens, inner)}
        </blockquote>
      )
    case 'list':
      return list(token as Tokens.List, inner)
    case 'hr':
      return <hr className={styles.line} />
    case 'table':
      return table(token as Tokens.Table, inner)
    case 'html':
      return token.text.trim() && <p dir="auto">{token.text.trim()}</p>
    default:
      return inline(token, inner)
  }
}

function list({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const drawn = items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
    <li key={at} data-task={item.task || undefined}>
      {item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
      {blocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        depth,
      )}
    </li>
  ))
  if (!ordered)
    return (
      <ul dir="auto" className={styles.list}>
        {drawn}
      </ul>
    )
  return (
    <ol dir="auto" className={styles.list} start={typeof start === 'number' ? start : 1}>
      {drawn}
    </ol>
  )
}

function table({ header, rows, align }: Tokens.Table, depth: number): ReactNode {
  const style = (at: number) => (align[at] ? { textAlign: align[at] } : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled sideways must be reached by keys
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a text never move
              <th key={at} scope="col" style={style(at)}>
                {inlines(tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text never move
            <tr key={number}>
              {row.map(({ tokens }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a text never move
                <td key={at} style={style(at)}>
                  {inlines(tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inline(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw
  const inner = depth + 1
  const { tokens } = token as Tokens.Generic
  switch (token.type) {
    case 'strong':
      return <strong className={styles.strong}>{inlines(tokens, inner)}</strong>
    case 'em':
      return <em className={styles.em}>{inlines(tokens, inner)}</em>
    case 'del':
      return <s>{inlines(tokens, inner)}</s>
    case 'codespan':
      return <code className={styles.inline}>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return linked(token.href, inlines(tokens, inner))
    case 'image':
      return linked(token.href, plain(token.text || token.href))
    case 'escape':
    case 'html':
      return token.text
    default:
      return tokens ? inlines(tokens, inner) : plain((token as Tokens.Text).text ?? token.raw)
  }
}

/** A link to a web page or an email address; anything else is drawn as its text only. */
const linked = (href: string, words: ReactNode): ReactNode =>
  isLink(href) || /^mailto:/i.test(href) ? <ExternalLink href={href}>{words}</ExternalLink> : words

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', '#39': "'" }

/** Replaces entities by characters, since the library's text is meant for HTML. */
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (whole, name) => entities[name] ?? whole)
