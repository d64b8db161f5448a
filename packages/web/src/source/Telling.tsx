// Chooses the quiet hours for a source's messages: those of the account, its own, or none.

import { useStore } from '@nanostores/react'
import { type SourceActions, sourcesOf } from '@waypost/client/conversations/source'
import type { QuietHours, Source } from '@waypost/protocol'
import { useId, useState } from 'react'
import { usable, usualHours } from '../page/topics/quiet-hours/hours.ts'
import { QuietHoursFields } from '../page/topics/quiet-hours/QuietHoursFields.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { sourceQuietHours } from './en.ts'
import styles from './Source.module.css'
import { usePending } from './use-pending.ts'

const messages = i18n('source-quiet-hours', sourceQuietHours)

type Rule = 'follow' | 'own' | 'ignore'

const ruleOf = ({ ignores_quiet_hours, quiet_hours }: Source): Rule =>
  ignores_quiet_hours ? 'ignore' : quiet_hours ? 'own' : 'follow'

/** The quiet hours of a source, which everyone who has it chooses for themselves. */
export function TellingTopic({ source }: { source: Source }) {
  const t = useStore(messages)
  const session = useSession()
  const group = useId()
  const [edited, setEdited] = useState<QuietHours>()
  const [busy, setBusy] = useState(false)
  const [shownRule, setRule] = usePending(ruleOf(source))
  const rule = edited ? 'own' : shownRule

  async function save(fields: Parameters<SourceActions['change']>[1]): Promise<boolean> {
    const worked = await attempt(() => sourcesOf(session).change(source.iden, fields), t.notSaved)
    if (worked) say(t.saved)
    return worked
  }

  function choose(next: Rule) {
    if (next === 'own') return setEdited(source.quiet_hours ?? usualHours())
    setEdited(undefined)
    setRule(next, () => save({ ignores_quiet_hours: next === 'ignore', clear_quiet_hours: true }))
  }

  async function saveHours(hours: QuietHours) {
    setBusy(true)
    if (await save({ ignores_quiet_hours: false, quiet_hours: { ...usable(hours), on: true } })) setEdited(undefined)
    setBusy(false)
  }

  const shown = edited ?? source.quiet_hours
  return (
    <Topic title={t.title} lead={t.lead}>
      <div role="radiogroup" aria-label={t.title}>
        {(['follow', 'own', 'ignore'] as const).map((each) => (
          <Row key={each} as="label" gap={2} align="start" className={styles.choice}>
            <input type="radio" name={group} checked={rule === each} onChange={() => choose(each)} />
            <span>{t[each]}</span>
          </Row>
        ))}
      </div>
      {rule === 'follow' && (
        <p>
          <a href={hrefOf('settings', 'notifications')}>{t.mine}</a>
        </p>
      )}
      {rule === 'own' && shown && <QuietHoursFields value={shown} onChange={setEdited} />}
      {edited && (
        <Row gap={2} wrap className={topic.actions}>
          <Button kind="primary" busy={busy} onClick={() => void saveHours(edited)}>
            {t.save}
          </Button>
          {!busy && <span className={topic.lead}>{t.unsaved}</span>}
        </Row>
      )}
    </Topic>
  )
}
