import { useStore } from '@nanostores/react'
import { LogIn, Mail } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { storageTrouble } from '../browser/database/storage-trouble.ts'
import { linkTo } from '../browser/document.ts'
import { go, origin } from '../browser/location.ts'
import { hasPasskeys } from '../browser/passkeys.ts'
import { $server } from '../browser/server-facts.ts'
import { useHash, useQuery } from '../route.ts'
import { signedIn } from '../session/account.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { AlreadySignedIn, Card } from './Card.tsx'
import { signIn } from './en.ts'
import type { Provider } from './flow.ts'
import { Invited, useInvite } from './Invited.tsx'
import { PasskeyButton } from './passkeys/PasskeyButton.tsx'
import { signInByPasskey } from './passkeys/passkeys.ts'
import { beginSignIn, bringSignIn, enterBy } from './sign-in.ts'
import { type SignInRequest, signInRequest } from './sign-in-request.ts'
import { useProviders } from './use-providers.ts'
import { LinkSignIn } from './ways-in/LinkSignIn.tsx'
import { LocalWay } from './ways-in/LocalWay.tsx'

const messages = i18n('sign-in', signIn)

/** `/signin`: the fields of the built-in provider, and a button for each other way in. The link of an invitation opens it too. */
export function SignIn() {
  const t = useStore(messages)
  const query = useQuery()
  const request = signInRequest(query, origin())
  const invite = useInvite()
  const link = new URLSearchParams(useHash().slice(1)).get('link')
  const [account] = useState(signedIn)
  const [another, setAnother] = useState(false)
  if (link) return <LinkSignIn key={link} secret={link} />
  if (invite && request.method !== 'add')
    return (
      <Invited key={invite} invite={invite}>
        {(email, frame) => <WaysIn request={{ ...request, invited: { invite, email } }} frame={frame} />}
      </Invited>
    )
  if (account && !another && request.method !== 'add')
    return (
      <AlreadySignedIn email={account.email} next={request.next}>
        <Button wide onClick={() => setAnother(true)}>
          {t.another}
        </Button>
      </AlreadySignedIn>
    )
  return (
    <WaysIn
      key={`${request.method} ${request.create}`}
      request={request}
      frame={(ways, joining) => (
        <Card key={String(joining)} title={request.method === 'add' ? t.add : joining ? t.create : t.title}>
          {query.state === signedOutState && <p role="status">{t.signedOut}</p>}
          {ways}
        </Card>
      )}
    />
  )
}

/** The `state` with which a provider returns after signing a person out. */
const signedOutState = 'signed-out'

interface WaysInProps {
  request: SignInRequest
  /** Draws the page around the ways to sign in; `joining` if they create an account. */
  frame: (ways: ReactNode, joining: boolean) => ReactNode
}

function WaysIn({ request, frame }: WaysInProps) {
  const t = useStore(messages)
  const [providers, ask] = useProviders()
  const { create = false, invited, method, next } = request
  const [joining, setJoining] = useState(create || invited !== undefined)
  const known = Array.isArray(providers) ? providers : undefined
  const local = known?.find(({ type }) => type === 'local')
  const fields = local && !needsSetup(known ?? [], request) ? local : undefined
  // The sign-in couldn't be stored. Say so before anything is typed.
  useEffect(() => {
    if (fields && storageTrouble()) go('/auth_error?reason=localstorage', { replace: true })
  }, [fields])
  if (!fields) return frame(<Buttons providers={providers} onRetry={ask} request={request} />, joining)
  // The server lists the providers set up by its operator first.
  const at = known?.indexOf(fields) ?? 0
  const [before, after] = [known?.slice(0, at) ?? [], known?.slice(at + 1) ?? []]
  const passkey = method !== 'add' && !joining && hasPasskeys()
  const or = (
    <Row as="p" gap={3} className={styles.or}>
      {t.or}
    </Row>
  )
  return (
    <LocalWay
      providers={known}
      joining={joining}
      onJoining={setJoining}
      invite={invited?.invite}
      hint={invited?.email}
      next={method === 'add' ? undefined : next}
      onGranted={(granted) => bringSignIn(fields, request, granted)}
      frame={(form) =>
        frame(
          <>
            {before.length > 0 && (
              <>
                <Stack gap={3}>
                  <ProviderButtons providers={before} request={request} />
                </Stack>
                {or}
              </>
            )}
            {form}
            {before.length === 0 && (after.length > 0 || passkey) && or}
            <Buttons providers={after} onRetry={ask} request={request} beside joining={joining} />
          </>,
          joining,
        )
      }
    />
  )
}

/** A button for each provider, on pages that need an account. Signing in returns to `request.next`. */
export function SignInButtons({ request }: { request: SignInRequest }) {
  const [providers, ask] = useProviders()
  return <Buttons providers={providers} onRetry={ask} request={request} />
}

/** Whether this server still needs its first account, which can't be created without the secret of the link. */
const needsSetup = (providers: readonly Provider[], { invited }: SignInRequest): boolean =>
  !invited && providers.some(({ setup }) => setup)

interface ButtonsProps {
  providers: ReturnType<typeof useProviders>[0]
  onRetry: () => void
  request: SignInRequest
  /** Whether they are below the fields of the built-in provider. */
  beside?: boolean
  /** Whether those fields create an account. */
  joining?: boolean
}

function Buttons({ providers, onRetry, request, beside = false, joining = false }: ButtonsProps) {
  const t = useStore(messages)
  const { localOff } = useStore($server)
  // A retired provider: its button leads to the page that explains this.
  const retired = linkTo('retired-sign-in')
  const terms = linkTo('terms')
  if (providers === 'loading')
    return (
      <Stack gap={4} className={styles.wait}>
        <Spinner label={t.loading} />
      </Stack>
    )
  if (providers === 'failed')
    return (
      <Stack gap={3}>
        <p role="alert" className={styles.second}>
          {t.failed}
        </p>
        <Button onClick={onRetry}>{t.retry}</Button>
      </Stack>
    )
  if (needsSetup(providers, request))
    return (
      <Stack gap={3}>
        <p>{t.setup}</p>
        <p className={styles.second}>{t.setupWhat}</p>
      </Stack>
    )
  return (
    <Stack gap={3}>
      {providers.length === 0 && !beside && <p className={styles.second}>{t.none}</p>}
      <ProviderButtons providers={providers} request={request} first={!beside} />
      {request.method !== 'add' && !localOff && !joining && (
        <PasskeyButton label={t.passkey} onPress={async () => enterBy(await signInByPasskey(), request.next)} />
      )}
      {terms && !joining && (
        <p className={styles.second}>
          {t.terms} <a href={terms}>{t.readTerms}</a>
        </p>
      )}
      {retired && (
        <ButtonLink wide kind="quiet" href={retired}>
          {t.retired}
        </ButtonLink>
      )}
    </Stack>
  )
}

interface ProviderButtonsProps {
  providers: readonly Provider[]
  request: SignInRequest
  /** Whether its first button is the primary one of the page. */
  first?: boolean
}

function ProviderButtons({ providers, request, first = false }: ProviderButtonsProps) {
  const t = useStore(messages)
  const [chosen, setChosen] = useState<string>()
  return providers.map((provider, index) => (
    <Button
      key={provider.type}
      wide
      kind={index === 0 && first ? 'primary' : 'secondary'}
      icon={<ProviderIcon provider={provider} />}
      busy={chosen === provider.type}
      onClick={() => {
        setChosen(provider.type)
        beginSignIn(provider, request)
      }}
    >
      {t.with({ name: provider.name })}
    </Button>
  ))
}

/** An icon if it has none or the picture doesn't load. */
function ProviderIcon({ provider: { type, picture_url } }: { provider: Provider }) {
  const [broken, setBroken] = useState(false)
  if (picture_url !== undefined && !broken)
    return <img className={styles.provider} src={picture_url} alt="" width={20} height={20} onError={() => setBroken(true)} />
  return type === 'local' ? <Mail size={20} aria-hidden="true" /> : <LogIn size={20} aria-hidden="true" />
}
