import topic from '../page/topics/Topic.module.css'
import { InvitationList } from './InvitationList.tsx'
import { InviteOne } from './InviteOne.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'

/** The tab that invites friends: a single one, or several from a list, and shows the invitations. */
export function Invite() {
  return (
    <div className={topic.sections}>
      <InviteOne />
      <InviteSeveral />
      <InvitationList />
    </div>
  )
}
