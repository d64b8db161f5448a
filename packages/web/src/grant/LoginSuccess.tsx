import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import { hrefOf } from '../route.ts'
import { CardPage, CardTitle } from '../ui/CardPage.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import styles from './Authorize.module.css'
import { loginSuccess } from './en.ts'

const messages = i18n('login-success', loginSuccess)

/** `/login-success`: the redirect_uri of programs without a website. The token in the URL is theirs and is not read here. */
export function LoginSuccess() {
  const t = useStore(messages)
  return (
    <CardPage>
      <CardTitle>{t.title}</CardTitle>
      <p>{t.close}</p>
      <div role="note" className={styles.warning}>
        <TriangleAlert size={20} aria-hidden="true" />
        <p>{t.warning}</p>
      </div>
      <p className={styles.second}>{t.asked}</p>
      <ButtonLink href={`/${hrefOf('settings', 'account')}`}>{t.reset}</ButtonLink>
    </CardPage>
  )
}
