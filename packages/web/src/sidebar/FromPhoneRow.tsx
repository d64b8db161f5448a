import { useStore } from '@nanostores/react'
import { Smartphone } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { $now } from '../browser/clock.ts'
import { shortTimeOf } from '../format/time.ts'
import { fromPhoneItem, hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { fromPhoneOf } from '../session/session-from-phone.ts'
import { Avatar } from '../ui/Avatar.tsx'
import badges from '../ui/Badge.module.css'
import { i18n } from '../ui/language.ts'
import list from '../ui/lists/List.module.css'
import { ListItem } from '../ui/lists/ListItem.tsx'
import { fromPhoneRow } from './en.ts'

const messages = i18n('from-phone-row', fromPhoneRow)

/** The phone notifications; hidden for accounts without a phone that mirrors its notifications. */
export function FromPhoneRow({ current }: { current: boolean }) {
  const t = useStore(messages)
  const session = useSession()
  const fromPhone = fromPhoneOf(session)
  const phones = useStore(fromPhone.$phones)
  const all = useStore(fromPhone.$notifications)
  const now = useStore($now)
  useEffect(() => fromPhone.follow(), [fromPhone])
  if (phones.length === 0) return null
  const [latest] = all
  const shown = all.length
  return (
    <ul className={list.rows} onKeyDown={toList}>
      <ListItem
        href={hrefOf('devices', fromPhoneItem)}
        picture={<Avatar name="" seed="from-phone" glyph={<Smartphone />} />}
        name={t.title}
        line={latest ? [latest.appName, latest.title || latest.body].filter(Boolean).join(': ') : t.none}
        time={latest && shortTimeOf(latest.created * 1_000, now)}
        badge={
          shown > 0 ? (
            <span className={badges.count}>
              <bdi dir="ltr" aria-hidden="true">
                {shown > 99 ? t.many : shown}
              </bdi>
              <span className="hidden-words">{t.number(shown)}</span>
            </span>
          ) : null
        }
        current={current}
        tabIndex={0}
      />
    </ul>
  )
}

function toList(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey) return
  const next = event.currentTarget.nextElementSibling?.querySelector<HTMLElement>('a[data-row][tabindex="0"]')
  if (!next) return
  event.preventDefault()
  next.focus()
}
