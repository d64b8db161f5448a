import { useStore } from '@nanostores/react'
import { nameInWords } from './format/names.ts'
import { useConnectionStatus } from './page/connection.ts'
import { Missing, Starting } from './page/shell/Pane.tsx'
import { ChatWindow } from './page/shell/Shell.tsx'
import { useUnreadTitle } from './page/unread-title.ts'
import { ConversationPane } from './push/ConversationPane.tsx'
import { AnnouncementsLater, useNotifications } from './push/notifications/notifications.tsx'
import { isTargetSection, placeOf, useHash, useQuery } from './route.ts'
import { appGuid } from './session/account.ts'
import { useSession, useTarget } from './session/context.ts'

/** `/chat`: the conversation that the hash or `?target=` names; without a name, the account's own pushes. */
export function ChatPage() {
  const session = useSession()
  const state = useStore(session.$state)
  const status = useConnectionStatus(session)
  const named = placeOf(useHash())
  const wanted = useQuery().target
  const section =
    named && isTargetSection(named.section) ? named.section : wanted && !/@|^me$/.test(wanted) ? 'devices' : 'people'
  const place = { section, item: named?.item ?? wanted ?? 'me' }
  const target = useTarget(place)
  useNotifications(session, target)
  useUnreadTitle(session, target && nameInWords(target))
  return (
    <ChatWindow status={status}>
      {state !== 'ready' ? (
        <Starting failed={typeof state === 'object' ? state.failed : undefined} onRetry={() => void session.start()} />
      ) : target ? (
        <ConversationPane target={target} section={section} />
      ) : (
        <Missing section={section} />
      )}
      <AnnouncementsLater open={target} guid={appGuid()} />
    </ChatWindow>
  )
}
