// Draws `/signin`, the page with a button for each sign-in provider of this server.

import { useStore } from '@nanostores/react'
import { listProviders } from '@waypost/protocol'
import { useCallback, useEffect, useState } from 'react'
import { linkTo } from '../browser/document.ts'
import { origin } from '../browser/location.ts'
import { $server } from '../browser/server-facts.ts'
import { useHash, useQuery } from '../route.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import type { Provider } from './flow.ts'
import { Invited, useInvite } from './Invited.tsx'
import { PasskeySignIn } from './passkeys/PasskeySignIn.tsx'
import { signedIn, visitor } from './session.ts'
import { beginSignIn, enterBy } from './sign-in.ts'
import { type SignInRequest, signInRequest } from './sign-in-request.ts'
import { LinkSignIn } from './ways-in/LinkSignIn.tsx'
import { ProviderIcon } from './ways-in/ProviderIcon.tsx'

const messages = i18n('sign-in', {
  title: 'Sign In',
  create: 'Create your account',
  add: 'Add a sign-in method',
  signedOut: 'You are signed out, here and at your sign-in provider.',
  signedIn: 'You are signed in',
  signedInAs: params('This browser is signed in as {email}.'),
  goOn: 'Go on',
  another: 'Sign in as somebody else',
  terms: 'By continuing you agree to the terms of service.',
  readTerms: 'Read the terms',
  with: params('Continue with {name}'),
  loading: 'Asking how one can sign in here',
  failed: 'The list of sign-in methods did not arrive.',
  retry: 'Try again',
  retired: 'Facebook sign-in has ended',
  setup: 'This server is not set up yet: it has no account.',
  setupWhat: 'If you run it, open the link that it printed when it started. `npm start -- admin setup-link` prints another one.',
  none: 'The operator of this server has not set up a way to sign in yet.',
})

type Providers = readonly Provider[] | 'loading' | 'failed'

/** The sign-in providers of this server, loaded once. */
export function useProviders(): [Providers, () => void] {
  const [providers, setProviders] = useState<Providers>('loading')
  const ask = useCallback(() => {
    setProviders('loading')
    visitor()
      .call(listProviders, {})
      .then(
        (answer) => setProviders(answer.providers),
        () => setProviders('failed'),
      )
  }, [])
  useEffect(ask, [ask])
  return [providers, ask]
}

/** `/signin`: a button for each way in. The link of an invitation opens it too. */
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
        {(email) => <SignInButtons request={{ ...request, invited: { invite, email } }} />}
      </Invited>
    )
  if (account && !another && request.method !== 'add')
    return (
      <Card key="signed-in" title={t.signedIn}>
        <p>{t.signedInAs({ email: account.email })}</p>
        <div className={styles.stack}>
          <ButtonLink wide kind="primary" href={request.next}>
            {t.goOn}
          </ButtonLink>
          <Button wide onClick={() => setAnother(true)}>
            {t.another}
          </Button>
        </div>
      </Card>
    )
  return (
    <Card key="choose" title={request.method === 'add' ? t.add : request.create ? t.create : t.title}>
      {query.state === signedOutState && <p role="status">{t.signedOut}</p>}
      <SignInButtons request={request} />
    </Card>
  )
}

/** What a provider comes back with after it has signed a person out. */
const signedOutState = 'signed-out'

/** A button for each provider. Signing in returns to `request.next`. */
export function SignInButtons({ request }: { request: SignInRequest }) {
  const t = useStore(messages)
  const { localOff } = useStore($server)
  const [providers, ask] = useProviders()
  const [chosen, setChosen] = useState<string>()
  // A retired provider: its button leads to the page that explains this.
  const retired = linkTo('retired-sign-in')
  const terms = linkTo('terms')
  const alone = Array.isArray(providers) && providers.length === 1 ? (providers[0] as Provider) : undefined
  const ahead = request.create && alone?.type === 'local' ? alone : undefined
  // There is nothing to choose: a new account begins with the form. Going back from there leads to the page before this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request is another object on each render
  useEffect(() => {
    // A new account begins where one thing can be tried at once.
    if (ahead) beginSignIn(ahead, { ...request, next: request.next === '/' ? '/#people/me' : request.next }, { replace: true })
  }, [ahead])
  if (providers === 'loading' || ahead)
    return (
      <div className={styles.wait}>
        <Spinner label={t.loading} />
      </div>
    )
  if (providers === 'failed')
    return (
      <div className={styles.stack}>
        <p role="alert" className={styles.second}>
          {t.failed}
        </p>
        <Button onClick={ask}>{t.retry}</Button>
      </div>
    )
  // Without the secret of the link, no way in leads to the first account.
  if (providers.some(({ setup }) => setup) && !request.invited)
    return (
      <div className={styles.stack}>
        <p>{t.setup}</p>
        <p className={styles.second}>{t.setupWhat}</p>
      </div>
    )
  return (
    <div className={styles.stack}>
      {providers.length === 0 && <p className={styles.second}>{t.none}</p>}
      {providers.map((provider: Provider, index) => (
        <Button
          key={provider.type}
          wide
          kind={index === 0 ? 'primary' : 'secondary'}
          icon={<ProviderIcon provider={provider} />}
          busy={chosen === provider.type}
          onClick={() => {
            setChosen(provider.type)
            beginSignIn(provider, request)
          }}
        >
          {t.with({ name: provider.name })}
        </Button>
      ))}
      {request.method !== 'add' && !localOff && <PasskeySignIn onGranted={(granted) => enterBy(granted, request.next)} />}
      {terms && (
        <p className={styles.second}>
          {t.terms} <a href={terms}>{t.readTerms}</a>
        </p>
      )}
      {retired && (
        <ButtonLink wide kind="quiet" href={retired}>
          {t.retired}
        </ButtonLink>
      )}
    </div>
  )
}
