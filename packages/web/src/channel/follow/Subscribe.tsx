// Draws `/subscribe`, the page where the user follows a channel. The widget opens it as a popup.

import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import { type ChannelInfo, createSubscription, Refusal } from '@waypost/protocol'
import { type ReactNode, useEffect, useState } from 'react'
import { go } from '../../browser/location.ts'
import { closeWindow, openedBy, tellOpener } from '../../browser/popups.ts'
import { LinkedText } from '../../format/LinkedText.tsx'
import { useQuery } from '../../route.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CardHead, CardPage, CardPageLoading, CardTitle } from '../../ui/CardPage.tsx'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Dots } from '../../ui/inputs/Spinner.tsx'
import { useSettled } from '../../ui/inputs/use-settled.ts'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { subscribe } from './en.ts'
import { type Asked, askChannel, channelName, type Followed, findSubscription } from './following.ts'
import styles from './Subscribe.module.css'

const messages = i18n('subscribe', subscribe)

interface SubscribeProps {
  calls: Calls
  /** Whether the calls are those of an account. */
  member: boolean
  /** The sign-in buttons for visitors; they return to this page. */
  signIn: ReactNode
}

type State = 'loading' | 'done' | { asked: Asked; member: boolean }

/** The page `/subscribe?channel_tag=`: a channel and the button to follow it. */
export function Subscribe({ calls, member, signIn }: SubscribeProps) {
  const t = useStore(messages)
  const { channel_tag: tag, scope } = useQuery()
  const [state, setState] = useState<State>('loading')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    let wanted = true
    setState('loading')
    ask(calls, tag, member).then((answer) => {
      if (!wanted) return
      setState(answer)
      if (answer !== 'done') return
      notifyOpener(tag ?? '')
      go(afterFollowing(tag ?? ''), { replace: true })
    })
    return () => {
      wanted = false
    }
  }, [calls, tag, member, round])

  if (state === 'loading' || state === 'done') return <CardPageLoading label={t.loading} />
  if (state.asked === 'missing')
    return (
      <CardPage>
        <CardTitle>{t.missing}</CardTitle>
        <p className={styles.second}>{t.missingMore}</p>
        <ButtonLink href="/">{t.home}</ButtonLink>
      </CardPage>
    )
  if ('failed' in state.asked)
    return (
      <CardPage>
        <CardTitle>{t.failed}</CardTitle>
        <p role="alert" className={styles.second}>
          {state.asked.failed}
        </p>
        <Button onClick={() => setRound(round + 1)}>{t.retry}</Button>
      </CardPage>
    )
  return (
    <Channel info={state.asked.info} mayPush={scope?.split(' ').includes('push') ?? false}>
      {state.member ? (
        <Follow calls={calls} tag={tag ?? ''} onSignedOut={() => setState({ ...state, member: false })} />
      ) : (
        <SignedOut>{signIn}</SignedOut>
      )}
    </Channel>
  )
}

/** Returns `done` if it is already followed. A user with a rejected access token counts as a visitor. */
async function ask(calls: Calls, tag: string | undefined, member: boolean): Promise<State> {
  const asked = askChannel(calls, tag)
  if (!member || tag === undefined) return { asked: await asked, member }
  try {
    const [answer, subscription] = await Promise.all([asked, findSubscription(calls, tag)])
    return subscription && typeof answer === 'object' && 'info' in answer ? 'done' : { asked: answer, member }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'invalid_access_token') return { asked: await asked, member: false }
    return { asked: { failed: error.message }, member }
  }
}

/** The page that says where to get apps, for a channel that was followed. */
const afterFollowing = (tag: string): string => `/oauth-apps?channel_tag=${encodeURIComponent(tag)}`

function notifyOpener(tag: string): void {
  tellOpener({ type: 'waypost-followed', channel_tag: tag } satisfies Followed)
}

interface FollowProps {
  calls: Calls
  tag: string
  onSignedOut: () => void
}

function Follow({ calls, tag, onSignedOut }: FollowProps) {
  const t = useStore(messages)
  const settled = useSettled()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function follow() {
    setBusy(true)
    setTrouble(undefined)
    try {
      await calls.call(createSubscription, { channel_tag: tag })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'invalid_access_token') return onSignedOut()
      setTrouble(error.message)
      setBusy(false)
      return
    }
    notifyOpener(tag)
    if (openedBy('/widget.html')) closeWindow()
    else go(afterFollowing(tag), { replace: true })
  }

  return (
    <>
      <Button
        kind="follow"
        wide
        busy={busy}
        unavailable={!settled}
        className={styles.follow ?? ''}
        icon={busy ? <Dots /> : undefined}
        onClick={() => void follow()}
      >
        {busy ? t.following : t.follow}
      </Button>
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
    </>
  )
}

function Channel({ info, mayPush, children }: { info: ChannelInfo; mayPush: boolean; children: ReactNode }) {
  const t = useStore(messages)
  const name = channelName(info)
  return (
    <CardPage>
      <CardHead picture={<Avatar name={name} seed={info.tag} image={info.image_url} size={64} />}>
        <CardTitle>{name}</CardTitle>
        <p className={styles.handle} dir="auto">
          {t.handle({ tag: info.tag })}
        </p>
      </CardHead>
      {info.description && (
        <p className={styles.description} dir="auto">
          <LinkedText text={info.description} />
        </p>
      )}
      {mayPush && <p className={styles.second}>{t.scope}</p>}
      {children}
    </CardPage>
  )
}

function SignedOut({ children }: { children: ReactNode }) {
  const t = useStore(messages)
  return (
    <Stack gap={3}>
      <p>{t.signIn}</p>
      {children}
    </Stack>
  )
}
