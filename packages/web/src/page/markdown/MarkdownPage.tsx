import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { supportContact, trackingAddress } from '../../browser/document.ts'
import { hostname, origin } from '../../browser/location.ts'
import { fetchMarkdown } from '../../browser/network.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { useTitle } from '../unread-title.ts'
import { markdownPage } from './en.ts'
import styles from './MarkdownPage.module.css'
import { stayInClient } from './stay-in-client.ts'

const messages = i18n('markdown-page', markdownPage)

type State = 'loading' | 'failed' | 'missing' | { title: string; nodes: DocumentFragment }

/** A page of the pages folder, by name, with content after it. Give it a `key`: it must be remounted for another page. */
export function MarkdownPage({ name, after }: { name: string; after?: ReactNode }) {
  const t = useStore(messages)
  const [state, ask] = useMarkdown(name)
  useTitle(typeof state === 'object' ? state.title : undefined)
  if (state === 'missing' || state === 'failed') {
    const missing = state === 'missing'
    return (
      <main id="main" tabIndex={-1} className={styles.centre}>
        <EmptyState
          level="h1"
          drawing={missing ? 'signpost' : 'torn'}
          title={missing ? t.missing({ name }) : t.failed}
          action={missing ? <ButtonLink href="/">{t.home}</ButtonLink> : <Button onClick={ask}>{t.retry}</Button>}
        >
          {missing ? undefined : t.failedMore}
        </EmptyState>
      </main>
    )
  }
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      {state === 'loading' ? <Skeleton /> : <Text nodes={state.nodes} />}
      {state !== 'loading' && after}
    </main>
  )
}

function Skeleton() {
  const t = useStore(messages)
  return (
    <div className={styles.text}>
      <h1 className="hidden-words" tabIndex={-1} data-title="">
        {t.loading}
      </h1>
      <Stack gap={3} className={styles.lines} aria-hidden="true">
        {[40, 100, 96, 88, 30, 100, 92, 60].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <span key={index} style={{ inlineSize: `${width}%` }} />
        ))}
      </Stack>
      <div className={styles.busy}>
        <Spinner label={t.loading} />
      </div>
    </div>
  )
}

function Text({ nodes }: { nodes: DocumentFragment }) {
  const place = useRef<HTMLElement>(null)
  // A copy: React may render twice, and a fragment is empty once it is inserted.
  useEffect(() => place.current?.replaceChildren(nodes.cloneNode(true)), [nodes])
  // biome-ignore lint/a11y/useKeyWithClickEvents: links turn Enter into a click themselves
  return <article ref={place} className={styles.text} onClick={stayInClient} />
}

function useMarkdown(name: string): [State, () => void] {
  const [state, setState] = useState<State>('loading')
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is what `asked` is for
  useEffect(() => {
    let stale = false
    setState('loading')
    load(name).then(
      (found) => stale || setState(found),
      () => stale || setState('failed'),
    )
    return () => {
      stale = true
    }
  }, [name, asked])
  return [state, () => setAsked(asked + 1)]
}

/** Whether the page sends log lines to another host. */
function countingWords(): string {
  const t = messages.get()
  const address = trackingAddress()
  return address ? t.counted({ host: new URL(address).host }) : t.uncounted
}

async function load(name: string): Promise<State> {
  const [answer, { nodesOf }] = await Promise.all([fetchMarkdown(name), import('./markdown.ts')])
  if (typeof answer === 'string') return answer
  const { words, href } = supportContact()
  const values = { email: words, contact: href, host: hostname(), origin: origin(), counting: countingWords() }
  const nodes = nodesOf(answer.text.replaceAll('mailto:{email}', '{contact}'), values)
  const heading = nodes.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.setAttribute('data-title', '')
  return { title: heading?.textContent ?? name, nodes }
}
