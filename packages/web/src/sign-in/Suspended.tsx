import { useStore } from '@nanostores/react'
import { reload } from '../browser/location.ts'
import { Frame } from '../page/Frame.tsx'
import { useTitle } from '../page/unread-title.ts'
import { signedIn, signOut } from '../session/account.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card, SupportLink } from './Card.tsx'
import { suspended } from './en.ts'

const messages = i18n('suspended', suspended)

/** Shown when the account of this browser is suspended. Its data and its token stay: both are valid again when the suspension ends. */
export function Suspended() {
  const t = useStore(messages)
  useTitle(t.title)
  return (
    <Frame>
      <Card title={t.title}>
        <p className={styles.second}>{t.lead({ email: signedIn()?.email ?? '' })}</p>
        <Stack gap={3}>
          <Button kind="primary" onClick={reload}>
            {t.again}
          </Button>
          <Button onClick={() => signOut()}>{t.signOut}</Button>
          <SupportLink />
        </Stack>
      </Card>
    </Frame>
  )
}
