import { useStore } from '@nanostores/react'
import { apiReference, hrefOf } from '../route.ts'
import { CardPage, CardTitle } from '../ui/CardPage.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './Authorize.module.css'
import { oauth } from './en.ts'

const messages = i18n('oauth', oauth)

/** `/oauth`: explains third-party apps, and links to registering one. */
export function Oauth() {
  const t = useStore(messages)
  return (
    <CardPage>
      <CardTitle>{t.title}</CardTitle>
      <p className={styles.second}>{t.lead}</p>
      <Stack as="ol" gap={3} className={styles.steps}>
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
      </Stack>
      <Row gap={3} wrap>
        <ButtonLink kind="primary" href={`/${hrefOf('settings', 'clients')}`}>
          {t.clients}
        </ButtonLink>
        <a className={styles.plain} href={apiReference}>
          {t.reference}
        </a>
      </Row>
    </CardPage>
  )
}
