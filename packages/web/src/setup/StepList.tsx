// Draws the list of setup steps.

import { useStore } from '@nanostores/react'
import type { SetupStep } from '@waypost/client/setup'
import { ChevronRight, Circle, CircleCheck, CircleMinus, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefOf, type SetupTab } from '../route.ts'
import { useListFocus } from '../ui/accessibility/list-focus.ts'
import { i18n } from '../ui/language.ts'
import list from '../ui/lists/List.module.css'
import line from '../ui/lists/ListItem.module.css'
import { progressWords } from './ProgressBar.tsx'
import styles from './StepList.module.css'
import { stepNames } from './step-texts.ts'

const messages = i18n('setup-list', { done: 'Done', skipped: 'Skipped', open: 'To do' })

/** The list of steps with one Tab stop. Any step can be opened at any time. */
export function StepList({ steps, current }: { steps: readonly SetupStep[]; current: SetupTab | undefined }) {
  const t = useStore(messages)
  const names = useStore(stepNames)
  const w = useStore(progressWords)
  const tabs: SetupTab[] = ['progress', ...steps.map(({ name }) => name)]
  const focus = useListFocus(tabs, current)
  const row = (tab: SetupTab, mark: ReactNode, name: string, more: ReactNode, state?: string) => (
    <li key={tab} className={`${line.row} ${styles.row}`} data-current={tab === current || undefined} data-state={state}>
      <a
        href={hrefOf('setup', tab)}
        data-row=""
        aria-current={tab === current ? 'step' : undefined}
        tabIndex={tab === focus.stop ? 0 : -1}
        onFocus={() => focus.onFocus(tab)}
        title={name}
        className={`${line.link} ${styles.link}`}
      >
        {mark}
        <span className={`${line.words} ${styles.words}`}>
          <span className={line.name}>{name}</span> {more}
        </span>
        <ChevronRight size={18} aria-hidden="true" className={styles.further} />
      </a>
    </li>
  )
  return (
    <div className={list.scroller} data-region="sidebar">
      <ul className={list.rows} {...focus.list}>
        {row(
          'progress',
          <ListChecks size={20} aria-hidden="true" />,
          w.label,
          <span className={styles.count}>{w.of({ done: steps.filter(({ done }) => done).length, all: steps.length })}</span>,
        )}
        {steps.map((step) => {
          const state = stateOf(step)
          const { Icon } = marks[state]
          const said = state === 'skipped' ? styles.said : 'hidden-words'
          return row(
            step.name,
            <Icon size={20} aria-hidden="true" />,
            names[step.name],
            <span className={said}>{t[state]}</span>,
            state,
          )
        })}
      </ul>
    </div>
  )
}

const marks = { done: { Icon: CircleCheck }, skipped: { Icon: CircleMinus }, open: { Icon: Circle } }

const stateOf = ({ by }: SetupStep): keyof typeof marks => (by === undefined ? 'open' : by === 'Skipped' ? 'skipped' : 'done')
