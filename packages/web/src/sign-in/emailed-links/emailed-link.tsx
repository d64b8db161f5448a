import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from '../Card.module.css'
import { Trouble } from '../Card.tsx'
import { emailedLink } from './en.ts'

const messages = i18n('emailed-link', emailedLink)

/** The state of a link: being checked, expired, why it couldn't be checked, or its purpose. */
type EmailedLink<T> = 'checking' | 'expired' | { trouble: string } | T

/**
 * Checks an emailed link on mounting, and again by the returned function.
 * @param check asks the server what the link is for; the same function on every render
 */
export function useEmailedLink<T>(check: () => Promise<T>) {
  const [link, setLink] = useState<EmailedLink<T>>('checking')
  const checkAgain = useCallback(() => {
    setLink('checking')
    check().then(setLink, (error: unknown) => setLink(linkAfter(error)))
  }, [check])
  useEffect(checkAgain, [checkAgain])
  return { link, setLink, checkAgain }
}

/** The state of a link after a call with it was refused. */
export function linkAfter(error: unknown): 'expired' | { trouble: string } {
  if (error instanceof Refusal && error.code === 'link_expired') return 'expired'
  return { trouble: error instanceof Error ? error.message : String(error) }
}

interface CheckedLinkProps<T> {
  link: 'checking' | { trouble: string } | T
  onRetry: () => void
  children: (checked: T) => ReactNode
}

/** The page of a link, once its purpose is known. */
export function CheckedLink<T extends object>({ link, onRetry, children }: CheckedLinkProps<T>) {
  const t = useStore(messages)
  if (link === 'checking')
    return (
      <Stack gap={4} className={styles.wait}>
        <Spinner label={t.loading} />
      </Stack>
    )
  if ('trouble' in link)
    return (
      <Stack gap={3}>
        <Trouble text={link.trouble} />
        <Button onClick={onRetry}>{t.retry}</Button>
      </Stack>
    )
  return children(link)
}
