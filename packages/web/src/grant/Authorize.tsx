import { useStore } from '@nanostores/react'
import type { Calls } from '@waypost/client/ground/call'
import { type ClientInfo, getClientInfo, isSafeRedirect, nameLength, Refusal } from '@waypost/protocol'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readSetting, writeSetting } from '../browser/storage.ts'
import { beginningOf } from '../format/names.ts'
import { useQuery } from '../route.ts'
import { CardPage, CardPageLoading, CardTitle } from '../ui/CardPage.tsx'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Authorize.module.css'
import { type AuthorizeRequest, parseRequest, requestKey, requestOf, serializeRequest } from './authorize-request.ts'
import { Consent } from './Consent.tsx'
import { authorize } from './en.ts'

const messages = i18n('authorize', authorize)

interface AuthorizeProps {
  calls: Pick<Calls, 'call'>
  /** Undefined for visitors. */
  email: string | undefined
  /** The sign-in buttons; they return to `next`. */
  signIn: (next: string) => ReactNode
}

/** `/authorize?client_id=&redirect_uri=&response_type=&scope=`: the consent page of an app. */
export function Authorize({ calls, email, signIn }: AuthorizeProps) {
  const t = useStore(messages)
  const query = useQuery()
  // The stored request is read once: it is erased once there is a result, while this page stays.
  const [stored] = useState(() => parseRequest(readSetting(requestKey), Date.now()))
  const asked = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is a new object with the same content on each render
  const request = useMemo(() => requestOf(query) ?? stored, [asked, stored])
  if (!request)
    return (
      <CardPage>
        <CardTitle>{t.noClient}</CardTitle>
        <p className={styles.second}>{t.noClientMore}</p>
        <ButtonLink href="/">{t.home}</ButtonLink>
      </CardPage>
    )
  return <App key={JSON.stringify(request)} request={request} calls={calls} email={email} signIn={signIn} />
}

/** The invalid parameter: `client_id` if there is no such app, else a parameter of the app's request. */
const wrongParams = ['client_id', 'redirect_uri', 'response_type', 'scope'] as const
type WrongParam = (typeof wrongParams)[number]

type Asked = 'loading' | { info: ClientInfo } | { failed: string; wrong?: WrongParam | undefined }

function App({ request, calls, email, signIn }: AuthorizeProps & { request: AuthorizeRequest }) {
  const t = useStore(messages)
  const [asked, setAsked] = useState<Asked>('loading')
  const [member, setMember] = useState(email)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks once more
  useEffect(() => {
    let wanted = true
    setAsked('loading')
    ask(calls, request).then((answer) => {
      if (!wanted) return
      const words = messages.get()
      closeBannersOf(words.banner)
      if ('failed' in answer) showBanner({ title: words.banner, body: isOfRequest(answer.wrong) ? '' : answer.failed })
      setAsked(answer)
    })
    return () => {
      wanted = false
    }
  }, [calls, request, round])

  // Signing in returns to this consent page.
  useEffect(() => {
    if (member === undefined) writeSetting(requestKey, serializeRequest(request, Date.now()))
  }, [member, request])

  if (asked === 'loading') return <CardPageLoading label={t.loading} />
  if ('failed' in asked)
    return (
      <CardPage>
        <CardTitle>{t.failed({ id: beginningOf(request.client_id) })}</CardTitle>
        {isOfRequest(asked.wrong) && <p>{asked.failed}</p>}
        {/* The banner has the reason of other failures. */}
        <p className={styles.second}>
          {isOfRequest(asked.wrong) ? t.wrongRequest : asked.wrong === 'client_id' ? t.unknown : t.later}
        </p>
        {asked.wrong ? (
          <ButtonLink href="/">{t.home}</ButtonLink>
        ) : (
          <Button onClick={() => setRound(round + 1)}>{t.retry}</Button>
        )}
      </CardPage>
    )
  return (
    <Consent
      request={request}
      info={asked.info}
      calls={calls}
      email={member}
      signIn={signIn(`/authorize?${new URLSearchParams({ ...request })}`)}
      onSignedOut={() => setMember(undefined)}
    />
  )
}

/** Whether the app is known but its request is invalid. The page itself explains that. */
const isOfRequest = (wrong: WrongParam | undefined): boolean => wrong !== undefined && wrong !== 'client_id'

async function ask(
  calls: Pick<Calls, 'call'>,
  { client_id, redirect_uri, response_type, scope }: AuthorizeRequest,
): Promise<Exclude<Asked, 'loading'>> {
  // No client_id is that long.
  if (client_id.length > nameLength) return { failed: Refusal.param('client_id').message, wrong: 'client_id' }
  try {
    const info = await calls.call(getClientInfo, { client_id, redirect_uri, response_type, scope })
    if (info.redirect_uri !== undefined && !isSafeRedirect(info.redirect_uri))
      return { failed: messages.get().unsafe, wrong: 'redirect_uri' }
    return { info }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { failed: error.message, wrong: wrongParams.find((param) => param === error.param) }
  }
}
