// The page of the built-in sign-in provider, to which other pages and programs send people, and the pages of its emailed links.

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { go, leaveFor, origin } from '../browser/location.ts'
import { $server } from '../browser/server-facts.ts'
import { useHash, useQuery } from '../route.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Card, EndCard, Trouble } from './Card.tsx'
import { ConfirmSignUp } from './emailed-links/ConfirmSignUp.tsx'
import { ResetPassword } from './emailed-links/ResetPassword.tsx'
import { providerLocal } from './en.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { handOver } from './flow.ts'
import { useInvite } from './Invited.tsx'
import { nextOf } from './sign-in.ts'
import { useProviders } from './use-providers.ts'
import { LocalWay } from './ways-in/LocalWay.tsx'

const messages = i18n('provider-local', providerLocal)

/** The page of the built-in provider: signs in by email and password, and returns a token to our root page. */
export function ProviderLocal() {
  const t = useStore(messages)
  const query = useQuery()
  const { localOff } = useStore($server)
  const [providers] = useProviders()
  const invite = useInvite()
  const [joining, setJoining] = useState(invite !== undefined || query.prompt === 'create')
  // In the fragment, which browsers never send to a server.
  const fragment = new URLSearchParams(useHash().slice(1))
  const reset = fragment.get('reset') ?? ''
  const confirming = fragment.get('confirm')
  // Requesting a link ends when one is opened in this window.
  const [forgotAt, setForgotAt] = useState<string>()
  const returns = handOver(query.redirect_uri, origin(), '', undefined, 0) !== undefined
  if (localOff) return <EndCard title={t.none} why={t.noneWhat} label={t.back} />
  if (forgotAt === reset) return <ForgotPassword email="" onBack={() => go('/signin', { replace: true })} />
  if (confirming) return <ConfirmSignUp key={confirming} token={confirming} />
  if (reset) return <ResetPassword key={reset} token={reset} onAskAgain={() => setForgotAt(reset)} />
  if (!returns)
    return (
      <Card title={t.signIn}>
        <Trouble text={t.badRedirect} />
        <ButtonLink href="/signin">{t.again}</ButtonLink>
      </Card>
    )
  return (
    <LocalWay
      providers={Array.isArray(providers) ? providers : undefined}
      joining={joining}
      onJoining={setJoining}
      invite={invite}
      hint={query.login_hint}
      next={nextOf(query.state)}
      onGranted={({ access_token, expires_in }) => {
        const address = handOver(query.redirect_uri, origin(), access_token, query.state, expires_in)
        if (address) leaveFor(address, { replace: true })
      }}
      frame={(form) => (
        <Card key={String(joining)} title={joining ? t.signUp : t.signIn}>
          {form}
        </Card>
      )}
    />
  )
}
