import { useStore } from '@nanostores/react'
import { hostOf, isLink } from '@waypost/client/words/short-links'
import { type ChannelInfo, idenLength, type Push } from '@waypost/protocol'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, use, useEffect } from 'react'
import { LinkedText } from '../format/LinkedText.tsx'
import { PageTitle } from '../page/PageTitle.tsx'
import { channelAddress, useQuery } from '../route.ts'
import { SessionContext } from '../session/context.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ServerLink } from '../ui/CardPage.tsx'
import { ExternalLink } from '../ui/cards/Cards.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import styles from './ChannelPage.module.css'
import { useChannel } from './calls.ts'
import { channelPage } from './en.ts'
import { Facts } from './Facts.tsx'
import { FollowHere } from './follow/FollowHere.tsx'
import { channelName } from './follow/following.ts'
import page from './Page.module.css'
import { Failed, Page, Title } from './Page.tsx'

const messages = i18n('channel-page', channelPage)

interface PostShown {
  push: Push
  channel: string
  href: string
}

interface ChannelPageProps {
  draw: (post: PostShown) => ReactNode
  onName: (name: string) => void
  /** In a popup, without header and footer. */
  popup?: boolean
}

/** `/channel?tag=`: the public page of a channel with its latest posts; `push_iden` names one of them. */
export function ChannelPage({ draw, onName, popup = false }: ChannelPageProps) {
  const t = useStore(messages)
  const { tag, push_iden } = useQuery()
  // Don't request an impossible iden.
  const post = push_iden !== undefined && push_iden.length <= idenLength ? push_iden : undefined
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
        <ServerLink />
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
        <Stack gap={3} className={page.notice}>
          <Title>{t.missing}</Title>
          <p className={page.second}>{t.missingMore}</p>
        </Stack>
      ) : 'failed' in asked ? (
        <Failed reason={asked.failed} onRetry={again} hasBanner>
          <Title>{t.failed}</Title>
        </Failed>
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
  const t = useStore(messages)
  const name = channelName(info)
  const { tag, image_url, description, website_url } = info
  return (
    <div className={styles.head}>
      <Avatar key={image_url} name={name} seed={tag} image={image_url} size={188} />
      <Stack gap={2} className={styles.words}>
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
        <p className={styles.website}>
          <a href={`/v3/channel-feeds/${encodeURIComponent(tag)}.atom`} type="application/atom+xml">
            {t.feed}
          </a>
        </p>
      </Stack>
    </div>
  )
}

function Posts({ info, draw }: { info: ChannelInfo; draw: ChannelPageProps['draw'] }) {
  const t = useStore(messages)
  return (
    <section className={page.part} aria-label={t.posts}>
      <h2>{t.posts}</h2>
      {info.recent_pushes.length === 0 ? (
        <EmptyState level="h2" drawing="channels" title={info.suspended ? t.suspended : t.nothing} />
      ) : (
        <Stack as="ul" gap={3}>
          {info.recent_pushes.map((push) => (
            <li key={push.iden}>{draw(shown(info, push))}</li>
          ))}
        </Stack>
      )}
    </section>
  )
}

const shown = (info: ChannelInfo, push: Push): PostShown => ({
  push,
  channel: channelName(info),
  href: `${channelAddress(info.tag)}&push_iden=${encodeURIComponent(push.iden)}`,
})

function Loading() {
  const t = useStore(messages)
  return (
    <>
      <h1 className="hidden-words">{t.loading}</h1>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.outlinePicture} />
        <Stack gap={2} className={styles.words}>
          <span className={styles.line} />
          <span className={styles.line} />
        </Stack>
      </div>
      <Spinner label={t.loading} />
    </>
  )
}

/** Reloads the channel when the account receives a post of it, changes it, or follows or unfollows it. */
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
