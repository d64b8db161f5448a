import { useStore } from '@nanostores/react'
import { isShared, type Target } from '@waypost/client'
import type { Source } from '@waypost/protocol'
import { Cable, MessageSquare, Settings, Users } from 'lucide-react'
import { LinkedText } from '../../format/LinkedText.tsx'
import { hrefOf, sourceItem } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import styles from './About.module.css'
import { aboutSource } from './en.ts'
import { Fact } from './parts.tsx'

const messages = i18n('about-source', aboutSource)

const icon = { size: 16, 'aria-hidden': true } as const

/** The description of a source; for its owner also how programs send to it and who it is shared with. */
export function AboutSource({ target }: { target: Target }) {
  const t = useStore(messages)
  const source = target.obj as Source
  const { description, members = [], message_count: had = 0 } = source
  const settings = hrefOf('sources', sourceItem(target.key, 'settings'))
  return (
    <div>
      {description && (
        <p className={styles.description} dir="auto">
          <LinkedText text={description} />
        </p>
      )}
      <Fact icon={<MessageSquare {...icon} />} title={t.messages(had)} />
      {members.length > 0 && (
        <Fact icon={<Users {...icon} />} title={t.shared(members.length)}>
          {members.map(({ name, email }) => name || email).join(', ')}
        </Fact>
      )}
      {!isShared(source) && (
        <Fact icon={<Cable {...icon} />} title={t.setup} href={hrefOf('sources', sourceItem(target.key, 'setup'))} />
      )}
      <Fact icon={<Settings {...icon} />} title={t.settings} href={settings} />
    </div>
  )
}
