import { useStore } from '@nanostores/react'
import type { Channel, Subscription } from '@waypost/protocol'
import { Pencil, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { editorOf, hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import listed from './directory/Listed.module.css'
import { Tile, TileOutline, Tiles } from './directory/Listed.tsx'
import { myChannels } from './en.ts'
import { FollowButton } from './follow/FollowButton.tsx'
import { channelName } from './follow/following.ts'
import page from './Page.module.css'
import { Failed, Page, Title } from './Page.tsx'

const messages = i18n('my-channels', myChannels)

/** `/my-channels`: the account's channels, and those that it follows. */
export function MyChannels() {
  const t = useStore(messages)
  const session = useSession()
  const state = useStore(session.$state)
  const channels = useStore(session.channel.$all)
  const subscriptions = useStore(session.subscription.$all)
  return (
    <Page>
      <div className={page.head}>
        <Title>{t.title}</Title>
        <ButtonLink href="/channels">{t.all}</ButtonLink>
      </div>
      {typeof state === 'object' ? (
        <Failed reason={state.failed.message} onRetry={() => void session.start()}>
          <p>{t.failed}</p>
        </Failed>
      ) : (
        <>
          <section aria-label={t.title} className={page.part}>
            <p className={page.second}>{t.lead}</p>
            <Tiles columns={4}>
              {state === 'starting' ? (
                <TileOutline />
              ) : (
                channels.map((channel) => <OwnTile key={channel.iden} channel={channel} />)
              )}
              <li className={`${listed.tile} ${listed.add}`}>
                <span className={listed.plus} aria-hidden="true">
                  <Plus size={28} />
                </span>
                <Link href="/my-channel" className={listed.link ?? ''}>
                  {t.add}
                </Link>
              </li>
            </Tiles>
          </section>
          <section aria-label={t.subscriptions} className={page.part}>
            <h2>{t.subscriptions}</h2>
            {state === 'starting' ? (
              <Tiles columns={3}>
                <TileOutline />
              </Tiles>
            ) : subscriptions.length > 0 ? (
              <Tiles columns={3}>
                {subscriptions.map((subscription) => (
                  <FollowedTile key={subscription.iden} subscription={subscription} />
                ))}
              </Tiles>
            ) : (
              <Stack gap={3} className={page.notice}>
                <p className={page.second}>{t.none}</p>
                <ButtonLink href="/channels">{t.find}</ButtonLink>
              </Stack>
            )}
          </section>
        </>
      )}
    </Page>
  )
}

function OwnTile({ channel }: { channel: Channel }) {
  const t = useStore(messages)
  const { tag = '' } = channel
  const name = channelName({ name: channel.name, tag })
  return (
    <Tile channel={{ ...channel, tag }} trouble={channel.feed_url && channel.feed_error ? t.feed : undefined}>
      <ButtonLink href={editorOf(tag)} label={t.editThis({ name })} icon={<Pencil size={18} aria-hidden="true" />}>
        {t.edit}
      </ButtonLink>
      <ButtonLink kind="quiet" href={`/${hrefOf('following', tag)}`} label={t.openThis({ name })}>
        {t.open}
      </ButtonLink>
    </Tile>
  )
}

function FollowedTile({ subscription: { channel } }: { subscription: Subscription }) {
  if (!channel) return null
  return (
    <Tile channel={{ ...channel, description: undefined }}>
      <FollowButton tag={channel.tag} name={channelName(channel)} />
    </Tile>
  )
}
