import { useStore } from '@nanostores/react'
import {
  createPasskey as createPasskeyCall,
  deletePasskey,
  type NewPasskey,
  passkeyNameLength,
  startPasskey,
  updatePasskey,
} from '@waypost/protocol'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { createPasskey, hasPasskeys } from '../../browser/passkeys.ts'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { troubleOf } from '../../sign-in/passkeys/passkeys.ts'
import type { FactorsProps } from '../../sign-in/use-factors.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { showAlert } from '../../ui/feedback/feedback.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import { NameField } from '../NameField.tsx'
import { lineOfToken } from '../tokens/token-line.ts'
import { passkeyList } from './en.ts'

const messages = i18n('passkey-list', passkeyList)

/** The passkeys of the account, to add, rename and remove them. */
export function Passkeys({ factors, onChanged }: FactorsProps) {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const [busy, setBusy] = useState(false)

  async function add() {
    setBusy(true)
    try {
      const { options } = await session.call(startPasskey, {})
      await session.call(createPasskeyCall, { passkey: await createPasskey<NewPasskey>(options) })
      say(t.added)
      onChanged()
    } catch (error) {
      const body = troubleOf(error)
      if (body) showAlert({ title: t.notAdded, body })
    }
    setBusy(false)
  }

  async function change(work: () => Promise<unknown>, failed: string): Promise<boolean> {
    const worked = await attempt(work, failed)
    if (worked) onChanged()
    return worked
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={factors} onRetry={onChanged}>
        {({ passkeys }) => (
          <RemovableList
            items={passkeys.map((one) => ({
              key: one.iden,
              name: one.name,
              picture: <Fingerprint size={24} aria-hidden="true" />,
              title: (
                <NameField
                  name={one.name}
                  label={t.name({ name: one.name })}
                  maxLength={passkeyNameLength}
                  onRename={(name) => change(() => session.call(updatePasskey, { iden: one.iden, name }), t.notRenamed)}
                />
              ),
              line: lineOfToken(one, now),
            }))}
            onRemove={(iden) => change(() => session.call(deletePasskey, { iden }), t.notRemoved)}
            words={{
              remove: t.remove,
              confirm: t.sure,
              busy: t.removing,
              removeThis: (name) => t.removeThis({ name }),
              removed: (name) => t.removed({ name }),
            }}
            empty={<p className={topic.lead}>{t.none}</p>}
          />
        )}
      </Loading>
      {hasPasskeys() ? (
        <Row gap={2} wrap className={topic.actions}>
          <Button icon={<Fingerprint size={20} aria-hidden="true" />} busy={busy} onClick={() => void add()}>
            {t.add}
          </Button>
        </Row>
      ) : (
        <p className={topic.lead}>{t.unavailable}</p>
      )}
    </Topic>
  )
}
