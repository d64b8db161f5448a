import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import type { ChannelInfo } from '@waypost/protocol'
import { Pencil } from 'lucide-react'
import { use, useState } from 'react'
import { isPopup } from '../../browser/popups.ts'
import { channelAddress, editorOf, hrefOf, useQuery } from '../../route.ts'
import { SessionContext } from '../../session/context.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { followHere } from './en.ts'
import { FollowButton } from './FollowButton.tsx'
import { channelName } from './following.ts'

const messages = i18n('follow-here', followHere)

interface FollowHereProps {
  info: ChannelInfo
  popup: boolean
  className: string
}

/** The actions on a channel's page, for visitors, users and its owner. */
export function FollowHere({ info, popup, className }: FollowHereProps) {
  const t = useStore(messages)
  const session = use(SessionContext)
  const auto = useQuery().auto === 'follow'
  const here = popup
    ? `/channel-popup?tag=${encodeURIComponent(info.tag)}${auto ? '&auto=follow' : ''}`
    : channelAddress(info.tag)
  return (
    <div className={className}>
      {session ? (
        <Member session={session} info={info} popup={popup} auto={popup && auto && isPopup()} />
      ) : (
        <ButtonLink kind="follow" href={`/signin?${new URLSearchParams({ next: here })}`}>
          {t.follow}
        </ButtonLink>
      )}
    </div>
  )
}

interface MemberProps extends Pick<FollowHereProps, 'info' | 'popup'> {
  session: Session
  /** The click that opened this window counts as the click on FOLLOW. */
  auto: boolean
}

function Member({ session, info, popup, auto }: MemberProps) {
  const t = useStore(messages)
  const { entries } = useStore(session.mirror.of('channels'))
  useStore(session.subscription.$all)
  const name = channelName(info)
  const own = entries.has(info.iden)
  const follows = session.subscription.find(info.tag) !== undefined
  return (
    <>
      <FollowButton tag={info.tag} name={name} popup={popup} auto={auto} />
      {!popup && (own || follows) && (
        <ButtonLink kind="quiet" href={`/${hrefOf('following', info.tag)}`}>
          {t.open}
        </ButtonLink>
      )}
      {own && (
        <ButtonLink href={editorOf(info.tag)} icon={<Pencil size={18} aria-hidden="true" />}>
          {t.edit}
        </ButtonLink>
      )}
      {popup && follows && <AlmostDone session={session} name={name} />}
    </>
  )
}

/** Users who completed the checklist but have no device would receive no posts: this tells them. */
function AlmostDone({ session, name }: { session: Session; name: string }) {
  const t = useStore(messages)
  const devices = useStore(session.device.$all)
  const account = useStore(session.$account)
  const state = useStore(session.$state)
  const [closed, setClosed] = useState(false)
  if (closed || state !== 'ready' || devices.length > 0 || !account?.preferences?.setup_done) return null
  return (
    <Dialog
      title={t.almost}
      onClose={() => setClosed(true)}
      actions={
        <>
          <Button onClick={() => setClosed(true)}>{t.later}</Button>
          <ButtonLink kind="primary" href={`/${hrefOf('devices', 'new')}`}>
            {t.get}
          </ButtonLink>
        </>
      }
    >
      <p>{t.why({ name })}</p>
    </Dialog>
  )
}
