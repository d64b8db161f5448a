// Draws `/desktop_auth`, the page that signs in a program on this machine.

import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { go, leaveFor } from '../browser/location.ts'
import { useQuery } from '../route.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import { desktopAddress, desktopDone, desktopProvider, desktopRequest } from './flow.ts'
import { useProviders } from './SignIn.tsx'
import { beginSignIn, signedIn } from './session.ts'

const messages = i18n('desktop-auth', {
  title: 'Signing in to Waypost',
  signingIn: 'You are signing in to Waypost for a program on this computer.',
  handingOver: 'You are signed in. This page now hands the sign-in to the program that asked for it.',
  wait: 'One moment',
  stuck: 'The program has not answered. Is it still running?',
  link: 'Hand over by hand',
})

/** How long to wait for the program before a link is shown, in milliseconds. */
const patience = 5_000

/** `/desktop_auth`: signs in a program on this machine by sending the access token to its local port. */
export function DesktopAuth() {
  const t = useStore(messages)
  const request = desktopRequest(useQuery())
  const [providers] = useProviders()
  const [stuck, setStuck] = useState(false)
  const key = signedIn()?.api_key
  const done = desktopDone(request)
  const { source, type } = request
  const address = key && desktopAddress(request, key)

  useEffect(() => {
    if (address) leaveFor(address)
    const timer = setTimeout(() => setStuck(true), patience)
    return () => clearTimeout(timer)
  }, [address])

  useEffect(() => {
    if (key || providers === 'loading') return
    const chosen = typeof providers === 'object' ? desktopProvider(desktopRequest({ type: type ?? '' }), providers) : undefined
    if (chosen) beginSignIn(chosen, { next: done, source, method: 'login' })
    else go(`/signin?${new URLSearchParams({ next: done, source })}`, { replace: true })
  }, [key, providers, type, done, source])

  return (
    <Card title={t.title}>
      <p className={styles.second}>{key ? t.handingOver : t.signingIn}</p>
      {stuck && address ? (
        <div className={styles.stack} role="status">
          <p className={styles.second}>{t.stuck}</p>
          <ButtonLink href={address}>{t.link}</ButtonLink>
        </div>
      ) : (
        <div className={styles.wait}>
          <Spinner label={t.wait} />
        </div>
      )}
    </Card>
  )
}
