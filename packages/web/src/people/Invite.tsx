import { InvitationList } from './InvitationList.tsx'
import styles from './Invite.module.css'
import { InviteOne } from './InviteOne.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'

/** The tab that invites friends: a single one, or several from a list, and shows the invitations. */
export function Invite() {
  return (
    <div className={styles.sections}>
      <InviteOne />
      <InviteSeveral />
      <InvitationList />
    </div>
  )
}
