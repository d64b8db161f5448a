import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { getChannelInfo, type Subscription } from '@waypost/protocol'
import { Copy } from 'lucide-react'
import { copyText } from '../../browser/clipboard.ts'
import { headLineOf, lineOf } from '../../format/names.ts'
import { useSession } from '../../session/context.ts'
import { useActivity } from '../../session/others.ts'
import { activityWords } from '../../target/activity-words.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './About.module.css'
import { aboutLine } from './en.ts'
import { useAnswer } from './use-answer.ts'

const messages = i18n('about-line', aboutLine)

/** Smaller follower counts are only shown to the owner. */
const fewFollowers = 5

/** The line below the name: the address of a person, the tag of a channel, the kind of a device. */
export function HeadLine({ target }: { target: Target }) {
  const t = useStore(messages)
  const words = useStore(activityWords)
  const session = useSession()
  const activity = useActivity(target)
  const online = useStore(session.pinger.$online).has(target.key)
  if (target.type === 'chat' || target.type === 'email')
    return (
      <div className={styles.line}>
        <bdi className={styles.address}>{target.key}</bdi>
        <IconButton
          size="small"
          label={t.copy}
          onClick={async () => showToast((await copyText(target.key)) ? t.copied : t.notCopied)}
        >
          <Copy size={16} aria-hidden="true" />
        </IconButton>
        {activity && <p className={styles.state}>{words[activity]}</p>}
      </div>
    )
  if (target.type === 'subscription') return <ChannelLine target={target} />
  const line = headLineOf(session, target) || lineOf(target)
  return (
    <div className={styles.line}>
      <bdi>{line}</bdi>
      {online && <p className={styles.state}>{words.online}</p>}
    </div>
  )
}

function ChannelLine({ target }: { target: Target }) {
  const t = useStore(messages)
  const { call } = useSession()
  const tag = (target.obj as Subscription).channel?.tag ?? ''
  const { answer } = useAnswer(tag, () => call(getChannelInfo, { tag, no_recent_pushes: true }))
  const followers = answer?.subscriber_count ?? 0
  return (
    <div className={styles.line}>
      <bdi>@{tag}</bdi>
      {followers > fewFollowers && <p>{t.followers(followers)}</p>}
    </div>
  )
}
