// Lists the SMS found by a search, below the messages.

import { useStore } from '@nanostores/react'
import type { FoundText } from '@waypost/client/search/text-search'
import { readQuery } from '@waypost/protocol'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { $today } from '../../browser/clock.ts'
import { nameOfThread } from '../../format/text-labels.ts'
import { clockOf, shortTimeOf } from '../../format/time.ts'
import { hrefOf, smsItem } from '../../route.ts'
import { ThreadAvatar } from '../../target/ThreadAvatar.tsx'
import { useListFocus } from '../../ui/accessibility/focus.ts'
import { i18n } from '../../ui/language.ts'
import list from '../../ui/lists/List.module.css'
import { ListItem } from '../../ui/lists/ListItem.tsx'
import { foundTexts } from './en.ts'
import styles from './Found.module.css'
import { Snippet } from './Snippet.tsx'
import { snippetIn } from './snippet.ts'

const messages = i18n('found-texts', foundTexts)

export function FoundTexts({ found, query: typed }: { found: readonly FoundText[]; query: string }) {
  const t = useStore(messages)
  const today = useStore($today)
  const id = useId()
  const query = readQuery(typed, { at: today, zone: 0 })
  const focus = useListFocus(found.map(keyOf), undefined)
  return (
    <section aria-labelledby={id} {...focus.list}>
      <h2 id={id} className={list.group}>
        {t.heading}
      </h2>
      <ul className={list.rows}>
        {found.map((each) => {
          const { device, thread, recipients, item, encrypted } = each
          const created = item.created * 1_000
          return (
            <ListItem
              key={keyOf(each)}
              href={hrefOf('sms', smsItem(device, thread))}
              picture={<ThreadAvatar recipients={recipients} />}
              name={
                <>
                  {nameOfThread(recipients)}{' '}
                  {encrypted && (
                    <span className={styles.lock} title={t.encrypted}>
                      <Lock size={12} aria-hidden="true" />
                      <span className="hidden-words">{t.encrypted}</span>
                    </span>
                  )}
                </>
              }
              line={<Snippet {...(snippetIn(item.body, query) ?? { text: item.body, marks: [] })} />}
              time={
                <time dateTime={new Date(created).toISOString()} title={clockOf(created, today)}>
                  {shortTimeOf(created, today)}
                </time>
              }
              tabIndex={focus.stop === keyOf(each) ? 0 : -1}
              onFocus={() => focus.onFocus(keyOf(each))}
            />
          )
        })}
      </ul>
    </section>
  )
}

const keyOf = ({ device, thread, item }: FoundText): string => `${device} ${thread} ${item.key}`
