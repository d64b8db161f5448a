import { useStore } from '@nanostores/react'
import { i18n } from '../ui/language.ts'
import { channelFacts } from './en.ts'
import styles from './Facts.module.css'

const messages = i18n('channel-facts', channelFacts)

/** Smaller follower counts are hidden. */
const countsFrom = 6

/** The line under a channel's name: its tag and number of followers. */
export function Facts({ tag, followers = 0 }: { tag: string; followers?: number | undefined }) {
  const t = useStore(messages)
  return (
    <p className={styles.facts}>
      <span dir="auto" className={styles.tag}>
        {t.handle({ tag })}
      </span>
      {followers >= countsFrom && <span>{t.followers(followers)}</span>}
    </p>
  )
}
