// Draws the header of a page: logo, links and the account menu.

import { useStore } from '@nanostores/react'
import type { Account } from '@waypost/protocol'
import { ArrowLeft, CircleUser, House, LogOut, Menu as MenuIcon, ShieldCheck, UserPlus } from 'lucide-react'
import { Link } from 'wouter'
import { go, leaveFor } from '../../browser/location.ts'
import { $smallHeader } from '../../browser/media.ts'
import { $proOffered, $server } from '../../browser/server-facts.ts'
import { open, signInAddress, useHash } from '../../route.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import type { MenuItem } from '../../ui/inputs/MenuItems.tsx'
import { Logo, ServerMark } from '../../ui/Logo.tsx'
import { i18n, params } from '../../ui/language.ts'
import styles from './Header.module.css'
import { headerLinks, linkWords } from './links.ts'
import { PageLinks } from './PageLinks.tsx'

const messages = i18n('header', {
  homeLink: params('{name}, home'),
  signIn: 'Sign In',
  signOut: 'Sign Out',
  myAccount: 'My Account',
  invite: 'Invite Friends',
  admin: 'Administration',
  account: params('Account: {name}'),
  menu: 'Menu',
  back: 'Back',
  pro: 'Pro',
  proLong: 'This account has Pro',
})

const icon = { size: 18, 'aria-hidden': true } as const

interface HeaderProps {
  account?: Account | undefined
  onSignOut?: (() => void) | undefined
  /** The name of the pane, if it fills the page. */
  title?: string | undefined
  /** The path of the page above this one, for the back link on small screens. */
  back?: string | undefined
}

/** The header of a page: logo, links and the account menu. */
export function Header({ account, onSignOut, title, back }: HeaderProps) {
  const t = useStore(messages)
  const words = useStore(linkWords)
  const small = useStore($smallHeader)
  const { name } = useStore($server)
  const proOffered = useStore($proOffered)
  const links = headerLinks()
  const hash = useHash()
  return (
    <header className={styles.header}>
      {small && (back ? <Back href={back} /> : <Hamburger onSignOut={account && onSignOut} />)}
      {title ? (
        <span className={styles.title} aria-hidden="true">
          {title}
        </span>
      ) : (
        <Link href={account ? '/#people/me' : '/'} aria-label={t.homeLink({ name })} className={styles.home}>
          {small ? <ServerMark /> : <Logo />}
        </Link>
      )}
      {!small && links.length > 0 && (
        <nav aria-label={words.navigation} className={styles.pages}>
          <ul className={styles.links}>
            <PageLinks links={links} className={styles.link} />
          </ul>
        </nav>
      )}
      <span className={styles.space} />
      {account?.pro && proOffered && (
        <span className={styles.pro}>
          <span aria-hidden="true">{t.pro}</span>
          <span className="hidden-words">{t.proLong}</span>
        </span>
      )}
      {account && onSignOut && <AccountMenu account={account} onSignOut={onSignOut} />}
      {!account && (
        <ButtonLink href={signInAddress(hash)} kind="primary">
          {t.signIn}
        </ButtonLink>
      )}
    </header>
  )
}

function AccountMenu({ account, onSignOut }: { account: Account; onSignOut: () => void }) {
  const t = useStore(messages)
  const name = account.name || account.email
  const items: MenuItem[] = [
    { label: t.myAccount, icon: <CircleUser {...icon} />, onSelect: () => open('settings', 'account') },
    { label: t.invite, icon: <UserPlus {...icon} />, onSelect: () => open('settings', 'invite') },
    ...(account.admin ? [{ label: t.admin, icon: <ShieldCheck {...icon} />, onSelect: () => open('admin') }] : []),
    { label: t.signOut, icon: <LogOut {...icon} />, onSelect: onSignOut },
  ]
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
      items={items}
      trigger={(props) => (
        <button {...props} type="button" aria-label={t.account({ name })} className={styles.account}>
          <Avatar name={name} seed={account.email_normalized} image={account.image_url} />
        </button>
      )}
    />
  )
}

function Hamburger({ onSignOut }: { onSignOut: (() => void) | undefined }) {
  const t = useStore(messages)
  const words = useStore(linkWords)
  const items: MenuItem[] = [
    { label: words.home, icon: <House {...icon} />, onSelect: () => (onSignOut ? open('people', 'me') : go('/')) },
    ...headerLinks().map((link) => ({
      label: words[link.words],
      icon: <span />,
      onSelect: () => (link.outside ? leaveFor(link.href) : go(link.href)),
    })),
  ]
  if (onSignOut) items.push({ label: t.signOut, icon: <LogOut {...icon} />, onSelect: onSignOut })
  return (
    <Menu
      label={t.menu}
      items={items}
      trigger={(props) => (
        <IconButton {...props} label={t.menu}>
          <MenuIcon size={22} aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}

function Back({ href }: { href: string }) {
  const t = useStore(messages)
  return (
    <Link href={href} aria-label={t.back} title={t.back} className={styles.back}>
      <ArrowLeft size={22} aria-hidden="true" />
    </Link>
  )
}
