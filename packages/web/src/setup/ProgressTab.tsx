import { useStore } from '@nanostores/react'
import { finishSetup, restartSetup, type SetupStep, setupFlag } from '@waypost/client/setup'
import { PartyPopper, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { open } from '../route.ts'
import { useSession } from '../session/context.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { setupEnd } from './en.ts'
import styles from './ProgressTab.module.css'
import { StepCard } from './StepCard.tsx'

const messages = i18n('setup-end', setupEnd)

/** `#setup/progress`: the next open step, or congratulations. */
export function ProgressTab({ steps }: { steps: readonly SetupStep[] }) {
  const t = useStore(messages)
  const session = useSession()
  const preferences = useStore(session.preferences.$all) ?? {}
  const heading = useRef<HTMLHeadingElement>(null)
  const pressed = useRef(false)
  const next = steps.find(({ done }) => !done)
  const flags = ['setup_done', ...steps.map(({ name }) => setupFlag(name))].filter((flag) => preferences[flag])
  useEffect(() => {
    // The clicked button is removed along with its step.
    if (!pressed.current || document.activeElement !== document.body) return
    pressed.current = false
    heading.current?.focus()
  })

  function restart() {
    const before = Object.fromEntries(flags.map((flag) => [flag, preferences[flag]]))
    pressed.current = true
    void restartSetup(session)
    showToast(t.restarted, { label: t.undo, run: () => void session.preferences.set(before) })
  }

  const again = flags.length > 0 && (
    <Button kind="quiet" icon={<RotateCcw size={18} aria-hidden="true" />} onClick={restart}>
      {t.restart}
    </Button>
  )
  if (next)
    return (
      <>
        <StepCard
          key={next.name}
          step={next}
          steps={steps}
          heading={heading}
          onMark={() => {
            pressed.current = true
          }}
        />
        {again && <div>{again}</div>}
      </>
    )
  return (
    <section className={styles.end}>
      <span className={styles.tile}>
        <PartyPopper size={28} aria-hidden="true" />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t.expert}
      </h2>
      <p className={styles.more}>{t.expertMore}</p>
      <Row gap={2} align="stretch" wrap>
        <Button
          kind="primary"
          onClick={() => {
            void finishSetup(session)
            open('people', 'me')
          }}
        >
          {t.finish}
        </Button>
        {again}
      </Row>
    </section>
  )
}
