import type { Target } from '@waypost/client'
import { useRef } from 'react'
import type { Section } from '../route.ts'
import { nameOf } from '../target/name.ts'
import { ThreadHeader } from '../target/ThreadHeader.tsx'
import { History } from './History.tsx'
import { PushForm } from './PushForm.tsx'
import styles from './Thread.module.css'

/** A target's page: its header, the conversation with it, and where one writes. */
export function Thread({ target, section }: { target: Target; section: Section }) {
  const name = nameOf(target)
  const pane = useRef<HTMLDivElement>(null)
  const history = () => pane.current?.querySelector<HTMLElement>('[data-region=history]')
  return (
    <div ref={pane} className={styles.thread}>
      <ThreadHeader target={target} section={section} />
      <History key={target.key} target={target} name={name} onLeave={() => pane.current?.querySelector('textarea')?.focus()} />
      <PushForm
        key={`form ${target.key}`}
        target={target}
        name={name}
        onSent={() => requestAnimationFrame(() => history()?.scrollTo({ top: Number.MAX_SAFE_INTEGER }))}
        onUp={() => [...(history()?.querySelectorAll<HTMLElement>('article') ?? [])].at(-1)?.focus()}
      />
    </div>
  )
}
