import { useStore } from '@nanostores/react'
import { hrefOf, type Section } from '../route.ts'
import styles from './Minibar.module.css'
import { sectionList, sectionWords } from './sections.ts'

/** The sections beside the list; the open one runs into it. */
export function Minibar({ current }: { current: Section }) {
  const t = useStore(sectionWords)
  const at = sectionList.findIndex(({ section }) => section === current)
  return (
    <nav aria-label={t.label} data-region="sections" className={styles.minibar}>
      <ul className={styles.list}>
        <li role="presentation" aria-hidden="true" className={styles.lane} style={{ '--at': at } as React.CSSProperties} />
        {sectionList.map(({ section, words, Icon }) => (
          <li key={section}>
            <a
              href={hrefOf(section)}
              title={t[words]}
              aria-current={section === current ? 'page' : undefined}
              className={styles.link}
            >
              <Icon size={20} aria-hidden="true" />
              <span className={styles.words}>{t[words]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same sections at the foot of a page with one column. */
export function BottomBar({ current }: { current: Section }) {
  const t = useStore(sectionWords)
  return (
    <nav aria-label={t.label} data-region="sections" className={styles.bottom}>
      {sectionList.map(({ section, words, Icon }) => (
        <a
          key={section}
          href={hrefOf(section)}
          aria-current={section === current ? 'page' : undefined}
          className={styles.bottomLink}
        >
          <Icon size={22} aria-hidden="true" />
          {t[words]}
        </a>
      ))}
    </nav>
  )
}
