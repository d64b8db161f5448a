// Draws `/my-channels`, the page with the channels of the account and those that it follows.

import { useStore } from '@nanostores/react'
import type { Channel, Subscription } from '@waypost/protocol'
import { Pencil, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { PageTitle } from '../page/PageTitle.tsx'
import { editorOf, hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import tile from './directory/Tile.module.css'
import { Tile, TileOutline, Tiles } from './directory/Tile.tsx'
import { FollowButton } from './follow/FollowButton.tsx'
import { channelName } from './follow/following.ts'
import styles from './MyChannels.module.css'
import page from './Page.module.css'
import { Page } from './Page.tsx'

const messages = i18n('my-channels', {
  title: 'My channels',
  all: 'All channels',
  lead: 'What you post in a channel reaches everybody who follows it.',
  add: 'add channel',
  edit: 'Edit',
  editThis: params('Edit {name}'),
  open: 'Post',
  openThis: params('Post in {name}'),
  subscriptions: 'Subscriptions',
  none: 'You follow no channels.',
  find: 'Find channels',
  feed: 'Its feed could not be read the last time.',
  failed: "Couldn't load your channels. Try again.",
  retry: 'Try again',
})

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
        <PageTitle dir="auto" className={page.title}>
          {t.title}
        </PageTitle>
        <ButtonLink href="/channels">{t.all}</ButtonLink>
      </div>
      {typeof state === 'object' ? (
        <div className={page.notice}>
          <p>{t.failed}</p>
          <p role="alert" className={page.second}>
            {state.failed.message}
          </p>
          <Button onClick={() => void session.start()}>{t.retry}</Button>
        </div>
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
              <li className={`${tile.tile} ${styles.add}`}>
                <span className={styles.plus} aria-hidden="true">
                  <Plus size={28} />
                </span>
                <Link href="/my-channel" className={tile.link ?? ''}>
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
              <div className={page.notice}>
                <p className={page.second}>{t.none}</p>
                <ButtonLink href="/channels">{t.find}</ButtonLink>
              </div>
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
