import { useStore } from '@nanostores/react'
import { LifeBuoy } from 'lucide-react'
import { $server } from '../../browser/server-facts.ts'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import styles from './Footer.module.css'
import { footerLinks, linkWords, socialLinks } from './links.ts'
import { PageLinks } from './PageLinks.tsx'

/** The footer of public pages. */
export function Footer() {
  const t = useStore(linkWords)
  // The set of links depends on the server settings.
  useStore($server)
  const social = socialLinks()
  return (
    <footer className={styles.footer}>
      <nav aria-label={t.navigation}>
        <ul className={styles.links}>
          <PageLinks links={footerLinks()} className={styles.link} />
        </ul>
      </nav>
      {social.length > 0 && (
        <nav aria-label={t.elsewhere}>
          <ul className={styles.links}>
            {social.map(({ name, href }) => (
              <li key={name}>
                <a href={href} className={styles.link} rel="me">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ButtonLink kind="quiet" href="/support" icon={<LifeBuoy size={20} aria-hidden="true" />}>
        {t.support}
      </ButtonLink>
    </footer>
  )
}
