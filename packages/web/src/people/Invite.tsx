import styles from './Invite.module.css'
import { InviteOne } from './InviteOne.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'

/** The tab that brings friends: one who is picked, or several who are ticked. */
export function Invite() {
  return (
    <div className={styles.sections}>
      <InviteOne />
      <InviteSeveral />
    </div>
  )
}
