// Shows headers and footers in the style guide.

import type { Account } from '@waypost/protocol'
import { Footer } from '../header/Footer.tsx'
import { Header } from '../header/Header.tsx'
import { Specimen } from './Specimen.tsx'
import styles from './StyleGuide.module.css'

const account: Account = {
  id: 'ana',
  iden: 'ana',
  created: 0,
  modified: 0,
  email: 'ana@example.org',
  email_normalized: 'ana@example.org',
  name: 'Ana Reyes',
  max_upload_size: 0,
}
const nothing = () => {}

/** Headers and footers, in articles so that the page itself has only one of each. */
export function Pages() {
  return (
    <Specimen name="Header and Footer" column>
      <article className={styles.column}>
        <Header />
        <Header account={account} onSignOut={nothing} />
        <Header account={{ ...account, pro: true }} onSignOut={nothing} title="People" />
        <Footer />
      </article>
    </Specimen>
  )
}
