// Shows the checklist: the list of steps, and the open step or the progress.

import { useStore } from '@nanostores/react'
import { type SetupStep, setupOf } from '@waypost/client/setup'
import { useEffect, useRef } from 'react'
import { PaneHeader } from '../page/shell/PaneHeader.tsx'
import { PaneTitle } from '../page/shell/PaneTitle.tsx'
import { setupTabOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { i18n, params } from '../ui/language.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { ProgressTab } from './ProgressTab.tsx'
import styles from './Setup.module.css'
import { StepCard } from './StepCard.tsx'
import { StepList } from './StepList.tsx'
import { stepNames } from './step-texts.ts'

const messages = i18n('setup', { progress: 'Progress', ticked: params('{name} is done') })

interface SetupProps {
  /** The tab that the address names. */
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
      <div className={styles.body}>
        <ProgressBar steps={steps} />
        {step ? <StepCard key={step.name} step={step} steps={steps} /> : <ProgressTab steps={steps} />}
      </div>
    </div>
  )
}

/** The step of a tab, if the account has it. */
function tabOf(steps: readonly SetupStep[], item: string | undefined) {
  const tab = setupTabOf(item)
  return steps.some(({ name }) => name === tab) ? tab : 'progress'
}

/** Announces steps that are completed automatically. */
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
