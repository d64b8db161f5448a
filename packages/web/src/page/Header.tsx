import { useStore } from '@nanostores/react'
import type { Account } from '@waypost/protocol'
import { House, LogOut, Menu as MenuIcon } from 'lucide-react'
import { Link } from 'wouter'
import { $smallHeader, secureImage } from '../browser.ts'
import { open } from '../route.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo, Mark } from '../ui/Logo.tsx'
import { i18n, params } from '../ui/language.ts'
import { Menu } from '../ui/Menu.tsx'
import styles from './Header.module.css'

const messages = i18n('header', {
  home: 'Home',
  homeLink: 'Waypost, home',
  signIn: 'Sign In',
  signOut: 'Sign Out',
  account: params('Account: {name}'),
  menu: 'Menu',
})

interface HeaderProps {
  account?: Account | undefined
  onSignOut?: () => void
  /** The name of the pane, where it fills the page. */
  title?: string | undefined
}

export function Header({ account, onSignOut, title }: HeaderProps) {
  const t = useStore(messages)
  const small = useStore($smallHeader)
  return (
    <header className={styles.header}>
      {small && account && onSignOut && <Hamburger onSignOut={onSignOut} />}
      {title ? (
        <span className={styles.title} aria-hidden="true">
          {title}
        </span>
      ) : (
        <Link href={account ? '/#people/me' : '/'} aria-label={t.homeLink} className={styles.home}>
          {small && account ? <Mark /> : <Logo />}
        </Link>
      )}
      <span className={styles.space} />
      {account && onSignOut && <AccountMenu account={account} onSignOut={onSignOut} />}
      {!account && (
        <ButtonLink href="/signin?next=/" kind="primary">
          {t.signIn}
        </ButtonLink>
      )}
    </header>
  )
}

function AccountMenu({ account, onSignOut }: { account: Account; onSignOut: () => void }) {
  const t = useStore(messages)
  const name = account.name || account.email
  return (
    <Menu
      label={t.account({ name })}
      heading={
        <>
          <strong className={styles.name} dir="auto">
            {name}
          </strong>
          {account.name && <span className={styles.email}>{account.email}</span>}
        </>
      }
      items={[{ label: t.signOut, icon: <LogOut size={18} aria-hidden="true" />, onSelect: onSignOut }]}
      trigger={(props) => (
        <button {...props} type="button" aria-label={t.account({ name })} className={styles.account}>
          <Avatar name={name} seed={account.email_normalized} image={secureImage(account.image_url)} />
        </button>
      )}
    />
  )
}

function Hamburger({ onSignOut }: { onSignOut: () => void }) {
  const t = useStore(messages)
  return (
    <Menu
      label={t.menu}
      items={[
        { label: t.home, icon: <House size={18} aria-hidden="true" />, onSelect: () => open('people', 'me') },
        { label: t.signOut, icon: <LogOut size={18} aria-hidden="true" />, onSelect: onSignOut },
      ]}
      trigger={(props) => (
        <IconButton {...props} label={t.menu}>
          <MenuIcon size={22} aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}
