import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import { channelAddress, useQuery } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { channelName } from '../follow/following.ts'
import page from '../Page.module.css'
import { Failed, Page, Title } from '../Page.tsx'
import { Editor } from './Editor.tsx'
import { myChannel } from './en.ts'

const messages = i18n('my-channel', myChannel)

/** `/my-channel`: creates a channel; with `?tag=` it edits one. */
export function MyChannel() {
  const t = useStore(messages)
  const session = useSession()
  const state = useStore(session.$state)
  const channels = useStore(session.channel.$all)
  const { tag } = useQuery()
  const channel = tag === undefined ? undefined : channels.find((each) => each.tag?.toLowerCase() === tag.toLowerCase())
  return (
    <Page narrow>
      <div className={page.up} data-doubled="">
        <ButtonLink kind="quiet" href="/my-channels" icon={<ArrowLeft size={18} aria-hidden="true" />}>
          {t.mine}
        </ButtonLink>
      </div>
      {typeof state === 'object' ? (
        <Failed reason={state.failed.message} onRetry={() => void session.start()}>
          <Title>{t.failed}</Title>
        </Failed>
      ) : state === 'starting' ? (
        <>
          <h1 className="hidden-words">{t.loading}</h1>
          <Spinner label={t.loading} />
        </>
      ) : tag === undefined ? (
        <>
          <Title>{t.new}</Title>
          <Editor key="new" channel={undefined} />
        </>
      ) : channel ? (
        <>
          <Title>{t.edit({ name: channelName({ name: channel.name, tag }) })}</Title>
          <Editor key={channel.iden} channel={channel} />
        </>
      ) : (
        <Stack gap={3} className={page.notice}>
          <Title>{t.refused}</Title>
          <p className={page.second}>{t.refusedMore({ tag: tag.slice(0, 100) })}</p>
          <ButtonLink href={channelAddress(tag)}>{t.see}</ButtonLink>
        </Stack>
      )}
    </Page>
  )
}
