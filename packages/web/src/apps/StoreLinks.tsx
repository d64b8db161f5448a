import { useStore } from '@nanostores/react'
import { type Store, stores } from '@waypost/protocol'
import { linkTo } from '../browser/document.ts'
import { i18n } from '../ui/language.ts'
import { storeLinks } from './en.ts'
import styles from './StoreLinks.module.css'

const messages = i18n('store-links', storeLinks)

/** The names are the same in every language. */
const names: Record<Store, string> = {
  android: 'Android',
  chrome: 'Chrome',
  firefox: 'Firefox',
  windows: 'Windows',
  ios: 'iOS',
  mac: 'Mac',
  safari: 'Safari',
  opera: 'Opera',
}

/** Links to the app stores that the operator configured. `title` is the accessible name under an existing heading. */
export function StoreLinks({ title }: { title?: string }) {
  const t = useStore(messages)
  const known = stores.map((store) => ({ store, href: linkTo(store) })).filter(({ href }) => href !== undefined)
  if (known.length === 0) return null
  return (
    <nav aria-label={title ?? t.title} className={styles.stores}>
      {!title && <span aria-hidden="true">{t.title}</span>}
      <ul className={styles.list}>
        {known.map(({ store, href }) => (
          <li key={store}>
            <a href={href} className={styles.link}>
              {names[store]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Whether the operator configured any app store. */
export const hasStoreLinks = (): boolean => stores.some((store) => linkTo(store) !== undefined)
