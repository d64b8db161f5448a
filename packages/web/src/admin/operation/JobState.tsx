import { useStore } from '@nanostores/react'
import type { JobShown } from '@waypost/protocol'
import { $now } from '../../browser/clock.ts'
import { hourOf } from '../../format/time.ts'
import { i18n } from '../../ui/language.ts'
import { jobState, jobStates } from './en.ts'
import styles from './Operation.module.css'

export const jobStateNames = i18n<Record<JobShown['state'], string>>('job-states', jobStates)

const messages = i18n('job-state', jobState)

/** The state of a job, with its error. */
export function JobState({ job: { state, attempt, next, error } }: { job: Omit<JobShown, 'type'> }) {
  const t = useStore(messages)
  const names = useStore(jobStateNames)
  const now = useStore($now)
  const more = [
    attempt > 0 && t.attempts(attempt),
    next !== undefined && next * 1_000 > now && t.next({ time: hourOf(next * 1_000) }),
  ].filter(Boolean)
  return (
    <>
      {names[state]}
      {more.length > 0 && <span className={styles.second}>{more.join(' · ')}</span>}
      {error && <span className={styles.problem}>{error}</span>}
    </>
  )
}
