import { useStore } from '@nanostores/react'
import { type Invitation, listInvitations, revokeInvitation } from '@waypost/protocol'
import { Mail } from 'lucide-react'
import { shortDay } from '../format/time.ts'
import { Listing } from '../page/topics/Listing.tsx'
import { Topic } from '../page/topics/Topic.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { usePages } from '../page/topics/use-pages.ts'
import { useSession } from '../session/context.ts'
import { i18n } from '../ui/language.ts'
import { RemovableList } from '../ui/lists/RemovableList.tsx'
import { invitationList } from './en.ts'
import styles from './Invite.module.css'

const messages = i18n('invitation-list', invitationList)

/** The invitations of the account; open ones can be revoked. */
export function InvitationList() {
  const t = useStore(messages)
  const session = useSession()
  const pages = usePages(listInvitations, { limit: 50 }, ({ invitations }) => invitations)

  async function revoke(iden: string): Promise<boolean> {
    const worked = await attempt(() => session.call(revokeInvitation, { iden }), t.notRevoked)
    pages.reload()
    return worked
  }

  function lineOf({ state, expires, sent }: Invitation): string {
    const way = sent ? t.emailed : t.link
    if (state !== 'open') return way
    return `${t.open({ date: shortDay(expires * 1_000) })} · ${way}`
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Listing pages={pages}>
        {(items) => (
          <RemovableList
            items={items.map((one) => ({
              key: one.iden,
              name: one.email,
              picture: <Mail size={24} aria-hidden="true" />,
              line: lineOf(one),
              ...(one.state !== 'open' && { stays: t[one.state] }),
            }))}
            onRemove={revoke}
            words={{
              remove: t.revoke,
              confirm: t.sure,
              busy: t.revoking,
              removeThis: (name) => t.revokeThis({ name }),
              removed: (name) => t.wasRevoked({ name }),
            }}
            empty={<p className={styles.second}>{t.none}</p>}
          />
        )}
      </Listing>
    </Topic>
  )
}
