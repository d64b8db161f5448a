import { useStore } from '@nanostores/react'
import { apiReference, hrefOf } from '../route.ts'
import { CardPage, CardTitle } from '../ui/CardPage.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Authorize.module.css'

const messages = i18n('oauth', {
  title: 'Let people use your app with Waypost',
  lead: 'Your app can send and read for the people who let it in, without ever seeing their password.',
  register: 'Register a client. It gets a client_id and a client_secret.',
  send: 'Send people here, with the answer that you want: code or token.',
  back: 'Users who approve are redirected to your redirect_uri, with a code in its query or an access_token in its hash. Users who deny are redirected with error=access_denied.',
  exchange: 'Exchange the code and your client_secret for a token, once and within ten minutes.',
  use: 'Send the token with every call.',
  clients: 'Your clients',
  reference: 'API reference',
})

/** `/oauth`: explains third-party apps, and links to registering one. */
export function Oauth() {
  const t = useStore(messages)
  return (
    <CardPage>
      <CardTitle>{t.title}</CardTitle>
      <p className={styles.second}>{t.lead}</p>
      <ol className={styles.steps}>
        <li>{t.register}</li>
        <li>
          {t.send}
          <br />
          <code dir="ltr">/authorize?client_id=…&redirect_uri=…&response_type=code&state=…</code>
        </li>
        <li>{t.back}</li>
        <li>
          {t.exchange}
          <br />
          <code dir="ltr">POST /oauth2/token</code>
        </li>
        <li>
          {t.use}
          <br />
          <code dir="ltr">Access-Token: …</code>
        </li>
      </ol>
      <div className={styles.links}>
        <ButtonLink kind="primary" href={`/${hrefOf('settings', 'clients')}`}>
          {t.clients}
        </ButtonLink>
        <a className={styles.plain} href={apiReference}>
          {t.reference}
        </a>
      </div>
    </CardPage>
  )
}
