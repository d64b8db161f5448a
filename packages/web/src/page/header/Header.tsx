import { useStore } from '@nanostores/react'
import type { Account } from '@waypost/protocol'
import { ArrowLeft, CircleUser, House, LogOut, Menu as MenuIcon, ShieldCheck, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { i18n } from '../../ui/language.ts'
import pane from '../shell/PaneHeader.module.css'
import { headerWords } from './en.ts'
import styles from './Header.module.css'
import { headerLinks, linkWords, type PageLink } from './links.ts'
import { PageLinks } from './PageLinks.tsx'

const messages = i18n('header', headerWords)

const icon = { size: 18, 'aria-hidden': true } as const

interface HeaderProps {
  account?: Account | undefined
  onSignOut?: (() => void) | undefined
  /** The name of the pane, if it fills the page. */
  title?: string | undefined
  /** The path of the page above this one, for the back link on small screens. */
  back?: string | undefined
  /** More items for the small-screen menu. */
  sections?: readonly MenuItem[]
  /** A badge on that menu's button. */
  mark?: ReactNode
}

/** The header of a page: logo, links and the account menu. */
export function Header(props: HeaderProps) {
  const { account, onSignOut, title, back } = props
  const t = useStore(messages)
  const words = useStore(linkWords)
  const small = useStore($smallHeader)
  const { name } = useStore($server)
  const proOffered = useStore($proOffered)
  const links = headerLinks()
  const hash = useHash()
  return (
    <header className={styles.header}>
      {small && (back ? <Back href={back} /> : <Hamburger {...props} />)}
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
        <nav aria-label={words.navigation}>
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
      {account && onSignOut && (!small || back) && <AccountMenu account={account} onSignOut={onSignOut} />}
      {!account && (
        <ButtonLink href={signInAddress(hash)} kind="quiet">
          {t.signIn}
        </ButtonLink>
      )}
    </header>
  )
}

function Heading({ account }: { account: Account }) {
  return (
    <>
      <strong className={styles.name} dir="auto">
        {account.name || account.email}
      </strong>
      {account.name && <span className={styles.email}>{account.email}</span>}
    </>
  )
}

function accountItems({ admin }: Account): MenuItem[] {
  const t = messages.get()
  return [
    { label: t.myAccount, icon: <CircleUser {...icon} />, onSelect: () => open('settings', 'account') },
    { label: t.invite, icon: <UserPlus {...icon} />, onSelect: () => open('settings', 'invite') },
    ...(admin ? [{ label: t.admin, icon: <ShieldCheck {...icon} />, onSelect: () => open('admin') }] : []),
  ]
}

const signOutItem = (onSignOut: () => void): MenuItem => ({
  label: messages.get().signOut,
  icon: <LogOut {...icon} />,
  onSelect: onSignOut,
})

function AccountMenu({ account, onSignOut }: { account: Account; onSignOut: () => void }) {
  const t = useStore(messages)
  const name = account.name || account.email
  return (
    <Menu
      label={t.account({ name })}
      heading={<Heading account={account} />}
      items={[...accountItems(account), signOutItem(onSignOut)]}
      trigger={(props) => (
        <button {...props} type="button" aria-label={t.account({ name })} className={styles.account}>
          <Avatar name={name} seed={account.email_normalized} image={account.image_url} />
        </button>
      )}
    />
  )
}

/** The only menu on small screens. */
function Hamburger({ account, onSignOut, sections = [], mark }: HeaderProps) {
  const t = useStore(messages)
  const words = useStore(linkWords)
  const linksTo = (isWanted: (link: PageLink) => boolean): MenuItem[] =>
    headerLinks()
      .filter(isWanted)
      .map((link) => ({
        label: words[link.words],
        icon: <span />,
        onSelect: () => (link.outside ? leaveFor(link.href) : go(link.href)),
      }))
  const items: MenuItem[] = [
    ...(account ? accountItems(account) : []),
    { label: words.home, icon: <House {...icon} />, onSelect: () => (account ? open('people', 'me') : go('/')) },
    ...linksTo((link) => link.words !== 'help'),
    ...sections,
    ...linksTo((link) => link.words === 'help'),
    ...(account && onSignOut ? [signOutItem(onSignOut)] : []),
  ]
  return (
    <Menu
      label={t.menu}
      heading={account && <Heading account={account} />}
      items={items}
      trigger={(props) => (
        <span className={styles.menu}>
          <IconButton {...props} label={t.menu}>
            <MenuIcon size={22} aria-hidden="true" />
          </IconButton>
          {mark}
        </span>
      )}
    />
  )
}

function Back({ href }: { href: string }) {
  const t = useStore(messages)
  return (
    <Link href={href} aria-label={t.back} title={t.back} className={pane.back}>
      <ArrowLeft size={22} aria-hidden="true" />
    </Link>
  )
}
