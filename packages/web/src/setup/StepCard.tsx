import { useStore } from '@nanostores/react'
import { markSetup, type SetupMark, type SetupStep } from '@waypost/client/setup'
import { CircleCheck, CircleMinus, ExternalLink } from 'lucide-react'
import { Fragment, type Ref, useEffect, useRef } from 'react'
import { isMobile } from '../browser/app/device-here.ts'
import { helpSite, supportContact } from '../browser/document.ts'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { setupStep } from './en.ts'
import { StepAction } from './StepAction.tsx'
import styles from './StepCard.module.css'
import { stepHows, stepLeads, stepNames } from './step-texts.ts'

const messages = i18n('setup-step', setupStep)

interface StepCardProps {
  step: SetupStep
  steps: readonly SetupStep[]
  /** If present, the card shows the name of the step at this heading level. */
  heading?: Ref<HTMLHeadingElement>
  onMark?: () => void
}

/** A step: why and how to do it, its action, Done and Skip. */
export function StepCard({ step, steps, heading, onMark }: StepCardProps) {
  const t = useStore(messages)
  const names = useStore(stepNames)
  const leads = useStore(stepLeads)
  const hows = useStore(stepHows)
  const session = useSession()
  const end = useRef<HTMLDivElement>(null)
  const { name, by } = step
  useFocusAfter(step.done, end)

  function mark(as: SetupMark | undefined) {
    onMark?.()
    void markSetup(session, name, as)
    if (as === 'Skipped')
      showToast(t.wasSkipped({ name: names[name] }), { label: t.undo, run: () => void markSetup(session, name, undefined) })
  }

  return (
    <section className={styles.card} aria-label={names[name]} data-state={by}>
      <img className={styles.picture} src={step.image} alt="" width={240} height={160} />
      <Stack gap={3} className={styles.words}>
        {heading && (
          <h2 ref={heading} tabIndex={-1} className={styles.name}>
            {names[name]}
          </h2>
        )}
        {by && (
          <Row as="p" gap={2} className={styles.state}>
            {by === 'Skipped' ? <CircleMinus size={20} aria-hidden="true" /> : <CircleCheck size={20} aria-hidden="true" />}
            {by === 'Skipped' ? t.skipped : t.done}
          </Row>
        )}
        <p className={styles.lead}>{leads[name]}</p>
        {(by === undefined || by === 'Skipped') && (
          <>
            <p className={styles.how}>{hows[name === 'mobile' && isMobile() ? 'mobileHere' : name]}</p>
            <StepAction name={name} />
          </>
        )}
        <Row ref={end} gap={2} wrap>
          {by === undefined ? (
            // A separate key, so a double click on Skip doesn't click Undo.
            <Fragment key="open">
              <Button kind="quiet" onClick={() => mark('Done')}>
                {t.done}
              </Button>
              <Button kind="quiet" onClick={() => mark('Skipped')}>
                {t.skip}
              </Button>
            </Fragment>
          ) : (
            <Fragment key="done">
              <Next step={step} steps={steps} />
              {by !== 'itself' && (
                <Button kind="quiet" onClick={() => mark(undefined)}>
                  {by === 'Skipped' ? t.undo : t.open}
                </Button>
              )}
            </Fragment>
          )}
          <HelpLink step={step} label={t.helpBeside({ name: names[name] })} words={t.help} />
        </Row>
      </Stack>
    </section>
  )
}

function HelpLink({ step, label, words }: { step: SetupStep; label: string; words: string }) {
  const href = helpSite() ? step.help_url : supportContact().href
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={label} className={styles.help}>
      {words}
      <ExternalLink size={16} aria-hidden="true" />
    </a>
  )
}

/** The next open step: from here to the end, then from the start. */
function Next({ step, steps }: { step: SetupStep; steps: readonly SetupStep[] }) {
  const t = useStore(messages)
  const names = useStore(stepNames)
  const at = steps.indexOf(step)
  const next = [...steps.slice(at + 1), ...steps.slice(0, at)].find(({ done }) => !done)
  return (
    <ButtonLink href={hrefOf('setup', next?.name ?? 'progress')} kind={step.by === 'Skipped' ? 'secondary' : 'primary'}>
      {next ? t.next({ name: names[next.name] }) : t.progress}
    </ButtonLink>
  )
}

/** When the step changes, the clicked button is removed: moves the focus to the first button in its place. */
function useFocusAfter(done: boolean, place: React.RefObject<HTMLElement | null>): void {
  const before = useRef(done)
  useEffect(() => {
    if (before.current === done) return
    before.current = done
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [done, place])
}
