import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { supportContact, supportEmail } from '../browser/document.ts'
import { $server } from '../browser/server-facts.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Logo } from '../ui/Logo.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { cardWords } from './en.ts'

const messages = i18n('card', cardWords)

/** A centered column, 400 px wide, for all pages of the sign-in. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const t = useStore(messages)
  const { name } = useStore($server)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="main" className={styles.page}>
      <Stack gap={4}>
        <Link href="/" aria-label={t.home({ name })} className={styles.home}>
          <Logo />
        </Link>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </Stack>
    </main>
  )
}

interface EndCardProps {
  title: string
  why: string
  /** The label of the button. */
  label: string
  /** Where the button leads. */
  href?: string
  /** Above the reason. */
  children?: ReactNode
}

/** The last card of a way in: how it ended, why, and a button to go on. */
export function EndCard({ title, why, label, href = '/signin', children }: EndCardProps) {
  return (
    <Card title={title}>
      {children}
      <p className={styles.second}>{why}</p>
      <ButtonLink wide kind="primary" href={href}>
        {label}
      </ButtonLink>
    </Card>
  )
}

/** A card for a browser that already has an account. `children` are other ways to continue. */
export function AlreadySignedIn({ email, next, children }: { email: string; next: string; children: ReactNode }) {
  const t = useStore(messages)
  return (
    <Card key="signed-in" title={t.signedIn}>
      <p>{t.signedInAs({ email })}</p>
      <Stack gap={3}>
        <ButtonLink wide kind="primary" href={next}>
          {t.goOn}
        </ButtonLink>
        {children}
      </Stack>
    </Card>
  )
}

/** A button that leads to this server's support. */
export function SupportLink() {
  const t = useStore(messages)
  const email = supportEmail()
  return (
    <ButtonLink kind="quiet" href={supportContact().href}>
      {email === undefined ? t.supportPage : t.support({ email })}
    </ButtonLink>
  )
}

/** An alert with its icon, which screen readers announce at once. */
export function Trouble({ text }: { text: string }) {
  return (
    <p role="alert" className={styles.alert}>
      <CircleAlert size={20} aria-hidden="true" />
      {text}
    </p>
  )
}

interface CardFormProps {
  /** From `useFormTrouble`. */
  trouble: { form: Ref<HTMLFormElement>; busy: boolean; general: string | undefined }
  /** The label of the submit button. */
  label: string
  onSubmit: (values: FormData) => unknown
  children: ReactNode
  /** Below the submit button. */
  below?: ReactNode
}

/** The form of a card. */
export function CardForm({ trouble: { form, busy, general }, label, onSubmit, children, below }: CardFormProps) {
  return (
    <Stack
      ref={form}
      as="form"
      gap={4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit(new FormData(event.currentTarget))
      }}
    >
      {general && <Trouble text={general} />}
      {children}
      <Button type="submit" kind="primary" wide busy={busy}>
        {label}
      </Button>
      {below}
    </Stack>
  )
}
