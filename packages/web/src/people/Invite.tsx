import { useStore } from '@nanostores/react'
import { invitesOf } from '@waypost/client/settings/invite'
import { markSetup, setupFlag } from '@waypost/client/setup'
import { hasSetup } from '@waypost/client/setup/has-setup'
import { useEffect } from 'react'
import { useSession } from '../session/context.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { InvitationList } from './InvitationList.tsx'
import { InviteOne } from './InviteOne.tsx'
import { InviteSeveral } from './InviteSeveral.tsx'

/** The tab for inviting friends, one or several from a list, and for viewing the invitations. */
export function Invite() {
  useTick()
  return (
    <Stack gap={4}>
      <InviteOne />
      <InviteSeveral />
      <InvitationList />
    </Stack>
  )
}

/** Ticks the checklist step with the first invitation, which the checklist doesn't notice by itself. */
function useTick(): void {
  const session = useSession()
  const all = useStore(invitesOf(session).$all)
  const invited = Object.values(all).some((outcome) => outcome === 'invited' || outcome === 'linked')
  useEffect(() => {
    const account = session.$account.get()
    if (!invited || !account || !hasSetup(account) || account.preferences?.[setupFlag('invite')]) return
    void markSetup(session, 'invite', 'Done')
  }, [session, invited])
}
