import { useStore } from '@nanostores/react'
import { type Store, stores } from '@waypost/protocol'
import { linkTo } from '../browser/document.ts'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
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
    <Row aria-label={title ?? t.title} as="nav" gap={3} rowGap={1} wrap className={styles.stores}>
      {!title && <span aria-hidden="true">{t.title}</span>}
      <Row as="ul" gap={3} rowGap={1} align="stretch" wrap>
        {known.map(({ store, href }) => (
          <li key={store}>
            <a href={href} className={styles.link}>
              {names[store]}
            </a>
          </li>
        ))}
      </Row>
    </Row>
  )
}

/** Whether the operator configured any app store. */
export const hasStoreLinks = (): boolean => stores.some((store) => linkTo(store) !== undefined)
