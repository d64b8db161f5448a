// Draws `/channel`, the public page of a channel with its latest posts.

import { useStore } from '@nanostores/react'
import { type ChannelInfo, limits, type Push } from '@waypost/protocol'
import { ArrowLeft, Radio } from 'lucide-react'
import { type ReactNode, use, useEffect } from 'react'
import { Link } from 'wouter'
import { $server } from '../browser/server-facts.ts'
import { LinkedText } from '../format/LinkedText.tsx'
import { hostOf, isLink } from '../format/links.ts'
import { PageTitle } from '../page/PageTitle.tsx'
import { channelAddress, useQuery } from '../route.ts'
import { SessionContext } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ExternalLink } from '../ui/cards/Cards.tsx'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { Logo } from '../ui/Logo.tsx'
import { i18n, params } from '../ui/language.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import styles from './ChannelPage.module.css'
import { useChannel } from './calls.ts'
import { Facts } from './Facts.tsx'
import { FollowHere } from './follow/FollowHere.tsx'
import { channelName } from './follow/following.ts'
import page from './Page.module.css'
import { Page } from './Page.tsx'

const messages = i18n('channel-page', {
  all: 'All channels',
  loading: 'Loading the channel',
  missing: 'Sorry, this channel does not exist.',
  missingMore: 'Is its tag spelled right? Its owner may have closed it.',
  failed: 'Error loading this channel',
  retry: 'Try again',
  posts: 'Recent posts',
  one: 'One post',
  nothing: 'Nothing posted yet',
  suspended: 'This channel is suspended on this server',
  noPush: 'push not found',
  product: params('{name}, home'),
})

/** The properties of a post on the page. */
interface PostShown {
  push: Push
  /** The name of the channel. */
  channel: string
  /** The URL of this post. */
  href: string
}

interface ChannelPageProps {
  draw: (post: PostShown) => ReactNode
  /** Called with the name of the channel. */
  onName: (name: string) => void
  /** In a popup, without header and footer. */
  popup?: boolean
}

/** `/channel?tag=`: the public page of a channel with its latest posts; `push_iden` names one of them. */
export function ChannelPage({ draw, onName, popup = false }: ChannelPageProps) {
  const t = useStore(messages)
  const { tag, push_iden } = useQuery()
  // Do not ask for an impossible iden.
  const post = push_iden !== undefined && push_iden.length <= limits.idenLength ? push_iden : undefined
  const { asked, again } = useChannel({ tag, post, tells: true })
  const info = asked !== undefined && asked !== 'missing' && 'info' in asked ? asked.info : undefined
  useNews(info, again)
  const name = info && channelName(info)
  useEffect(() => {
    if (name) onName(name)
  }, [name, onName])

  return (
    <Page narrow>
      {popup ? (
        <Link href="/" aria-label={t.product({ name: $server.get().name })} className={styles.product ?? ''}>
          <Logo />
        </Link>
      ) : (
        <div className={page.up}>
          <ButtonLink kind="quiet" href="/channels" icon={<ArrowLeft size={18} aria-hidden="true" />}>
            {t.all}
          </ButtonLink>
        </div>
      )}
      {asked === undefined ? (
        <Loading />
      ) : asked === 'missing' ? (
        <div className={page.notice}>
          <PageTitle dir="auto" className={page.title}>
            {t.missing}
          </PageTitle>
          <p className={page.second}>{t.missingMore}</p>
        </div>
      ) : 'failed' in asked ? (
        <div className={page.notice}>
          <PageTitle dir="auto" className={page.title}>
            {t.failed}
          </PageTitle>
          <p className={page.second}>{asked.failed}</p>
          <Button onClick={again}>{t.retry}</Button>
        </div>
      ) : (
        <>
          <Head info={asked.info} popup={popup} />
          {push_iden !== undefined && (
            <section className={`${page.part} ${styles.one}`}>
              <h2>{t.one}</h2>
              {asked.info.push ? draw(shown(asked.info, asked.info.push)) : <p className={page.second}>{t.noPush}</p>}
            </section>
          )}
          <Posts info={asked.info} draw={draw} />
        </>
      )}
    </Page>
  )
}

function Head({ info, popup }: { info: ChannelInfo; popup: boolean }) {
  const name = channelName(info)
  const { tag, image_url, description, website_url } = info
  return (
    <div className={styles.head}>
      <Avatar key={image_url} name={name} seed={tag} image={image_url} size={188} />
      <div className={styles.words}>
        <PageTitle dir="auto" className={styles.title}>
          {name}
        </PageTitle>
        <Facts tag={tag} followers={info.subscriber_count} />
        <FollowHere info={info} popup={popup} className={styles.actions ?? ''} />
        {description && (
          <p className={styles.description} dir="auto">
            <LinkedText text={description} />
          </p>
        )}
        {isLink(website_url) && (
          <p className={styles.website}>
            <ExternalLink href={website_url}>{hostOf(website_url)}</ExternalLink>
          </p>
        )}
      </div>
    </div>
  )
}

function Posts({ info, draw }: { info: ChannelInfo; draw: ChannelPageProps['draw'] }) {
  const t = useStore(messages)
  return (
    <section className={page.part} aria-label={t.posts}>
      <h2>{t.posts}</h2>
      {info.recent_pushes.length === 0 ? (
        <EmptyState
          level="h2"
          picture={<Radio size={56} aria-hidden="true" />}
          title={info.suspended ? t.suspended : t.nothing}
        />
      ) : (
        <ul className={styles.posts}>
          {info.recent_pushes.map((push) => (
            <li key={push.iden}>{draw(shown(info, push))}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const shown = (info: ChannelInfo, push: Push): PostShown => ({
  push,
  channel: channelName(info),
  href: `${channelAddress(info.tag)}&push_iden=${encodeURIComponent(push.iden)}`,
})

/** The placeholder of a channel while it loads. */
function Loading() {
  const t = useStore(messages)
  return (
    <>
      <h1 className="hidden-words">{t.loading}</h1>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.outlinePicture} />
        <div className={styles.words}>
          <span className={styles.line} />
          <span className={styles.line} />
        </div>
      </div>
      <Spinner label={t.loading} />
    </>
  )
}

/** Reloads the channel when the account gets a post of it, changes it, follows or unfollows it. */
function useNews(info: ChannelInfo | undefined, again: () => void): void {
  const session = use(SessionContext)
  const iden = info?.iden
  // biome-ignore lint/correctness/useExhaustiveDependencies: all versions of `again` do the same
  useEffect(() => {
    if (!session || iden === undefined) return
    const ofChannel = () => session.mirror.of('channels').get().entries.get(iden)
    const followed = () =>
      [...session.mirror.of('subscriptions').get().entries.values()].some(({ channel }) => channel?.iden === iden)
    let before = { channel: ofChannel(), followed: followed() }
    const look = () => {
      const now = { channel: ofChannel(), followed: followed() }
      const differs = now.followed !== before.followed || now.channel?.modified !== before.channel?.modified
      before = now
      if (differs && session.$state.get() === 'ready') again()
    }
    // Changes before the session was ready caused no event.
    let waits = session.$state.get() !== 'ready'
    const stops = [
      session.$state.listen((state) => {
        if (waits && state === 'ready') again()
        waits &&= state !== 'ready'
      }),
      session.onPush((push) => push.channel_iden === iden && again()),
      session.mirror.of('channels').listen(look),
      session.mirror.of('subscriptions').listen(look),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, iden])
}
