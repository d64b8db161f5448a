// Shows how many steps of the checklist are done.

import { useStore } from '@nanostores/react'
import type { SetupStep } from '@waypost/client/setup'
import { i18n, params } from '../ui/language.ts'
import styles from './ProgressBar.module.css'

export const progressWords = i18n('setup-progress', { label: 'Progress', of: params('{done} of {all}') })

/** The progress of the checklist, as a bar and as text. */
export function ProgressBar({ steps }: { steps: readonly SetupStep[] }) {
  const t = useStore(progressWords)
  const done = steps.filter((step) => step.done).length
  const words = t.of({ done, all: steps.length })
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t.label}
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={steps.length}
        aria-valuetext={words}
      >
        {steps.map(({ name }, index) => (
          <span key={name} data-done={index < done || undefined} />
        ))}
      </div>
      <span className={styles.words} aria-hidden="true">
        {words}
      </span>
    </div>
  )
}
