import { useStore } from '@nanostores/react'
import type { ChannelInfo } from '@waypost/protocol'
import { type FormEvent, useRef, useState } from 'react'
import { LinkedText } from '../../format/LinkedText.tsx'
import { beginningOf } from '../../format/names.ts'
import pane from '../../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../../page/shell/PaneHeader.tsx'
import { hrefOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Facts } from '../Facts.tsx'
import { type Lookup, useChannelInfo } from '../lookup.ts'
import { tagIn } from '../tag.ts'
import { followSomething } from './en.ts'
import { FollowButton } from './FollowButton.tsx'
import styles from './FollowSomething.module.css'

const messages = i18n('follow-something', followSomething)

/** `#following/new`: finds a channel by its tag, shows it, and follows it. */
export function FollowSomething() {
  const t = useStore(messages)
  const session = useSession()
  const [text, setText] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const tag = tagIn(text)
  const wrong = text.trim() !== '' && tag === undefined
  const { lookup, again } = useChannelInfo(session, tag)

  function submit(event: FormEvent) {
    event.preventDefault()
    place.current?.querySelector<HTMLElement>('button, a')?.focus()
  }

  return (
    <div className={pane.pane}>
      <PaneHeader section="following">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={pane.body}>
        <p className={pane.lead}>{t.lead}</p>
        <form noValidate onSubmit={submit}>
          <TextField
            label={t.tag}
            value={text}
            dir="auto"
            error={wrong ? t.wrong : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-first=""
            onChange={(event) => setText(event.target.value)}
          />
        </form>
        <div ref={place} aria-live="polite">
          <Found lookup={lookup} tag={tag ?? ''} onRetry={again} />
        </div>
        <div>
          <ButtonLink href="/channels">{t.all}</ButtonLink>
        </div>
      </div>
    </div>
  )
}

function Found({ lookup, tag, onRetry }: { lookup: Lookup; tag: string; onRetry: () => void }) {
  const t = useStore(messages)
  if (lookup.state === 'found') return <ChannelCard info={lookup.info} />
  if (lookup.state === 'looking') return <Spinner label={t.looking} />
  if (lookup.state === 'missing') return <p className={pane.lead}>{t.missing({ tag })}</p>
  if (lookup.state === 'nothing') return null
  return (
    <Row gap={3} rowGap={2} wrap className={styles.failed}>
      <p>{lookup.reason}</p>
      <Button onClick={onRetry}>{t.retry}</Button>
    </Row>
  )
}

function ChannelCard({ info }: { info: ChannelInfo }) {
  const t = useStore(messages)
  const session = useSession()
  const { entries } = useStore(session.mirror.of('channels'))
  useStore(session.subscription.$all)
  const { tag } = info
  const name = beginningOf(info.name?.trim() || tag)
  const own = entries.has(info.iden)
  return (
    <article className={styles.card} aria-label={name}>
      <Avatar name={name} seed={tag} image={info.image_url} size={64} />
      <Stack gap={1} grow>
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        <Facts tag={tag} followers={info.subscriber_count} />
        {info.description && (
          <p className={styles.description} dir="auto">
            <LinkedText text={info.description} />
          </p>
        )}
        <Row gap={3} rowGap={2} wrap className={styles.actions}>
          {own ? <p>{t.own}</p> : <FollowButton tag={tag} name={name} />}
          {(own || session.subscription.find(tag)) && (
            <ButtonLink kind="quiet" href={`/${hrefOf('following', tag)}`}>
              {t.open}
            </ButtonLink>
          )}
        </Row>
      </Stack>
    </article>
  )
}
