import { useStore } from '@nanostores/react'
import type { SupportAnswers } from '@waypost/protocol'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { stayInClient } from '../page/markdown/stay-in-client.ts'
import { say } from '../ui/accessibility/announce.ts'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Answers.module.css'
import { supportAnswers } from './en.ts'
import { nodesOf } from './load-answers.ts'

const messages = i18n('support-answers', supportAnswers)

type Guess = SupportAnswers[number]

/** Suggested answers to a message to support. Their space is reserved, so typing doesn't shift the layout. */
export function Answers({ answers }: { answers: readonly Guess[] }) {
  const t = useStore(messages)
  const names = answers.map(({ name }) => name).join('\n')
  const told = useRef('')
  useEffect(() => {
    if (names === told.current) return
    told.current = names
    if (names) say(messages.get().found(names.split('\n').length))
  }, [names])
  return (
    <Stack aria-label={t.title} as="section" gap={2} className={styles.answers}>
      <h2 className={styles.title}>{t.title}</h2>
      {answers.length === 0 ? (
        <p className={styles.none}>{t.none}</p>
      ) : (
        answers.map((answer) => <Answer key={answer.name} {...answer} />)
      )}
    </Stack>
  )
}

function Answer({ name, body }: Guess) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(nodesOf(body)), [body])
  return (
    <details className={styles.answer}>
      <summary>
        {name}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: links turn Enter into a click themselves */}
      <div ref={place} className={styles.body} onClick={stayInClient} />
    </details>
  )
}
