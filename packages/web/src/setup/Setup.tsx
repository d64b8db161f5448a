import { useStore } from '@nanostores/react'
import { type SetupStep, setupOf } from '@waypost/client/setup'
import { ChevronRight, Circle, CircleCheck, CircleMinus, ListChecks } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { hrefOf, type SetupTab, setupTabOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { useListFocus } from '../ui/accessibility/focus.ts'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import list from '../ui/lists/List.module.css'
import line from '../ui/lists/ListItem.module.css'
import { setup, setupList, setupProgress } from './en.ts'
import { ProgressTab } from './ProgressTab.tsx'
import styles from './Setup.module.css'
import { StepCard } from './StepCard.tsx'
import rows from './StepList.module.css'
import { stepNames } from './step-texts.ts'

const messages = i18n('setup', setup)

interface SetupProps {
  /** The tab named by the address. */
  item: string | undefined
}

/** `#setup`: the list of steps with their states. */
export function SetupSidebar({ item }: SetupProps) {
  const steps = useStore(setupOf(useSession()).$steps)
  return <StepList steps={steps} current={item === undefined ? undefined : tabOf(steps, item)} />
}

/** `#setup/{tab}`: the progress, or one of the steps. */
export function SetupMain({ item }: SetupProps) {
  const t = useStore(messages)
  const names = useStore(stepNames)
  const steps = useStore(setupOf(useSession()).$steps)
  const tab = tabOf(steps, item)
  const step = steps.find(({ name }) => name === tab)
  useSpokenTicks(steps)
  return (
    <div className={styles.pane}>
      <PaneHeader section="setup">
        <PaneTitle page>{step ? names[step.name] : t.progress}</PaneTitle>
      </PaneHeader>
      <Stack gap={5} className={styles.body}>
        <ProgressBar steps={steps} />
        {step ? <StepCard key={step.name} step={step} steps={steps} /> : <ProgressTab steps={steps} />}
      </Stack>
    </div>
  )
}

function tabOf(steps: readonly SetupStep[], item: string | undefined) {
  const tab = setupTabOf(item)
  return steps.some(({ name }) => name === tab) ? tab : 'progress'
}

function useSpokenTicks(steps: readonly SetupStep[]): void {
  const t = useStore(messages)
  const names = useStore(stepNames)
  const before = useRef(steps)
  useEffect(() => {
    const was = before.current
    before.current = steps
    for (const { name, by } of steps)
      if (by === 'itself' && was.some((each) => each.name === name && !each.done)) say(t.ticked({ name: names[name] }))
  }, [steps, t, names])
}

const stateWords = i18n('setup-list', setupList)

/** One Tab stop. Any step can be opened at any time. */
function StepList({ steps, current }: { steps: readonly SetupStep[]; current: SetupTab | undefined }) {
  const t = useStore(stateWords)
  const names = useStore(stepNames)
  const w = useStore(progressWords)
  const tabs: SetupTab[] = ['progress', ...steps.map(({ name }) => name)]
  const focus = useListFocus(tabs, current)
  const row = (tab: SetupTab, mark: ReactNode, name: string, more: ReactNode, state?: string) => (
    <li key={tab} className={`${line.row} ${rows.row}`} data-current={tab === current || undefined} data-state={state}>
      <a
        href={hrefOf('setup', tab)}
        data-row=""
        aria-current={tab === current ? 'step' : undefined}
        tabIndex={tab === focus.stop ? 0 : -1}
        onFocus={() => focus.onFocus(tab)}
        title={name}
        className={`${line.link} ${rows.link}`}
      >
        {mark}
        <span className={`${line.words} ${rows.words}`}>
          <span className={line.name}>{name}</span> {more}
        </span>
        <ChevronRight size={18} aria-hidden="true" className={rows.further} />
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
          <span className={rows.count}>{w.of({ done: steps.filter(({ done }) => done).length, all: steps.length })}</span>,
        )}
        {steps.map((step) => {
          const state = stateOf(step)
          const { Icon } = marks[state]
          const said = state === 'skipped' ? rows.said : 'hidden-words'
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

const progressWords = i18n('setup-progress', setupProgress)

function ProgressBar({ steps }: { steps: readonly SetupStep[] }) {
  const t = useStore(progressWords)
  const done = steps.filter((step) => step.done).length
  const words = t.of({ done, all: steps.length })
  return (
    <Row gap={3}>
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
    </Row>
  )
}
