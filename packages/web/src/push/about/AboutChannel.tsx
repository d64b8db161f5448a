import { useStore } from '@nanostores/react'
import { conversationOfTarget, type Target } from '@waypost/client'
import { hostOf } from '@waypost/client/words/short-links'
import { type Channel, countedPosts, countPostCopies, type Subscription, searchPushes } from '@waypost/protocol'
import { CircleAlert, Rss, Settings } from 'lucide-react'
import { $today } from '../../browser/clock.ts'
import { LinkedText } from '../../format/LinkedText.tsx'
import { lastLineOf } from '../../format/last-line.ts'
import { shortTimeOf } from '../../format/time.ts'
import { editorOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './About.module.css'
import { aboutChannel } from './en.ts'
import { Fact } from './parts.tsx'
import { useAnswer } from './use-answer.ts'

const messages = i18n('about-channel', aboutChannel)

/** The description of a channel; for its owner also its feed, and how far its posts have been delivered. */
export function AboutChannel({ target }: { target: Target }) {
  const t = useStore(messages)
  const own = target.type === 'channel' ? (target.obj as Channel) : undefined
  const description = (own ?? (target.obj as Subscription).channel)?.description
  const host = own?.feed_url && hostOf(own.feed_url)
  return (
    <div>
      {description && (
        <p className={styles.description} dir="auto">
          <LinkedText text={description} />
        </p>
      )}
      {own && host && (
        <Fact
          icon={own.feed_error ? <CircleAlert size={16} aria-hidden="true" /> : <Rss size={16} aria-hidden="true" />}
          title={t.feed}
        >
          {own.feed_error ? t.feedFailed({ host, reason: own.feed_error }) : host}
        </Fact>
      )}
      {own?.tag && <Fact icon={<Settings size={16} aria-hidden="true" />} title={t.edit} href={editorOf(own.tag)} />}
      {own && <Posts target={target} iden={own.iden} />}
    </div>
  )
}

function Posts({ target, iden }: { target: Target; iden: string }) {
  const t = useStore(messages)
  const today = useStore($today)
  const { call } = useSession()
  const { answer, failed, retry } = useAnswer(iden, async () => {
    const conversation = conversationOfTarget(target)
    const [{ posts }, { pushes }] = await Promise.all([
      call(countPostCopies, { iden }),
      call(searchPushes, { conversation, limit: countedPosts.posts }),
    ])
    const byIden = new Map(pushes.map((push) => [push.iden, push]))
    return posts.flatMap(({ iden: post, copies }) => {
      const push = byIden.get(post)
      return push ? [{ push, copies }] : []
    })
  })
  return (
    <section aria-label={t.posts}>
      <h3 className={styles.heading}>{t.posts}</h3>
      {failed ? (
        <div role="alert" className={styles.empty}>
          <p>{t.failed}</p>
          <Button onClick={retry}>{t.again}</Button>
        </div>
      ) : !answer ? (
        <Spinner label={t.loading} />
      ) : answer.length === 0 ? (
        <p className={styles.empty}>{t.none}</p>
      ) : (
        <ul>
          {answer.map(({ push, copies }) => (
            <li key={push.iden} className={styles.row}>
              <span className={styles.words}>
                <span dir="auto" className={styles.clipped}>
                  {lastLineOf(push).words}
                </span>
                <small>{reached(copies)}</small>
              </span>
              <time>{shortTimeOf(push.created * 1_000, today)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )

  function reached(copies: number): string {
    if (copies === 0) return t.nobody
    return copies < countedPosts.copies ? t.have(copies) : t.more({ number: copies })
  }
}
