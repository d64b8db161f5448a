import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { endOtherSessions, endSession, listSessions, type SignedInSession } from '@waypost/protocol'
import { MonitorSmartphone, QrCode } from 'lucide-react'
import { $now } from '../../browser/clock.ts'
import { ActButton } from '../../page/topics/ActButton.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt, useLoaded } from '../../page/topics/use-loaded.ts'
import { hrefOf, phoneItem } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import { sessionList } from './en.ts'
import { lineOfToken } from './token-line.ts'

const messages = i18n('session-list', sessionList)

const load = async (session: Session) => (await session.call(listSessions, {})).sessions

/** The sessions of the account; all except this one can be ended. */
export function SessionList() {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const [sessions, reload] = useLoaded(load)

  async function end(work: () => Promise<unknown>, done: string): Promise<boolean> {
    const worked = await attempt(work, t.notEnded)
    if (worked) reload()
    if (worked && done) say(done)
    return worked
  }

  function lineOf(one: SignedInSession): string {
    const opened = one.opened_by === undefined ? '' : t.openedBy({ name: one.opened_by })
    return [lineOfToken(one, now), opened].filter(Boolean).join(' · ')
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={sessions} onRetry={reload}>
        {(all) => (
          <>
            <RemovableList
              items={all.map((one) => ({
                key: one.iden,
                name: one.name,
                picture: <MonitorSmartphone size={24} aria-hidden="true" />,
                line: lineOf(one),
                ...(one.current && { stays: t.current }),
              }))}
              onRemove={(iden) => end(() => session.call(endSession, { iden }), '')}
              words={{
                remove: t.end,
                confirm: t.sure,
                busy: t.ending,
                removeThis: (name) => t.endThis({ name }),
                removed: (name) => t.ended({ name }),
              }}
              empty={<p className={topic.lead}>{t.none}</p>}
            />
            <Row gap={2} wrap className={topic.actions}>
              <ButtonLink icon={<QrCode size={18} aria-hidden="true" />} href={hrefOf('devices', phoneItem)}>
                {t.signInPhone}
              </ButtonLink>
            </Row>
            {all.some(({ current }) => !current) && (
              <Row gap={2} wrap className={topic.actions}>
                <ActButton
                  label={t.endOthers}
                  kind="quiet"
                  words={{ busy: t.ending }}
                  onConfirm={() => end(() => session.call(endOtherSessions, {}), t.othersEnded)}
                />
              </Row>
            )}
          </>
        )}
      </Loading>
    </Topic>
  )
}
