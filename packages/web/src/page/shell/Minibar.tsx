import { useStore } from '@nanostores/react'
import { CircleHelp } from 'lucide-react'
import { helpSite } from '../../browser/document.ts'
import { hrefOf, open, type Section } from '../../route.ts'
import { CountBadge } from '../../ui/Badge.tsx'
import type { MenuItem } from '../../ui/inputs/MenuItems.tsx'
import { i18n } from '../../ui/language.ts'
import { minibarWords } from './en.ts'
import styles from './Minibar.module.css'
import { type SectionEntry, sectionNames, useSections, useSetupLeft, useUnreadIn } from './sections.ts'

const messages = i18n('minibar', minibarWords)

/** The bar of sections beside the list. */
export function Minibar({ current }: { current: Section }) {
  const t = useStore(sectionNames)
  const sections = useSections()
  const at = sections.findIndex(({ section }) => section === current)
  const w = useStore(messages)
  const help = helpSite()
  return (
    <nav aria-label={t.label} data-region="sections" className={styles.minibar}>
      <ul className={styles.list}>
        {at !== -1 && (
          <li role="presentation" aria-hidden="true" className={styles.lane} style={{ '--at': at } as React.CSSProperties} />
        )}
        {sections.map(({ section, Icon }) => (
          <li key={section}>
            <a
              href={hrefOf(section)}
              title={t[section]}
              aria-current={section === current ? 'page' : undefined}
              className={styles.link}
            >
              <Icon size={20} aria-hidden="true" />
              <span className={styles.words}>{t[section]}</span>
              {section === 'setup' ? <StepsLeft /> : <Unread section={section} />}
            </a>
          </li>
        ))}
        {help && (
          <li>
            <a href={help} target="_blank" rel="noreferrer" title={w.help} aria-label={w.helpBeside} className={styles.link}>
              <CircleHelp size={20} aria-hidden="true" />
              <span className={styles.words}>{w.help}</span>
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}

function Unread({ section }: { section: Section }) {
  const count = useUnreadIn(section)
  if (count === 0) return null
  return (
    <span className={styles.unread}>
      <CountBadge count={count} />
    </span>
  )
}

/** How many steps of the checklist are left. */
export function StepsLeft() {
  const w = useStore(messages)
  const left = useSetupLeft()
  if (left === 0) return null
  return (
    <span className={styles.left} title={w.left(left)}>
      <span aria-hidden="true">{left}</span>
      <span className="hidden-words">{w.left(left)}</span>
    </span>
  )
}

/** The sections with a place in the bottom bar; the others are in the menu of the header. */
const atFoot: readonly string[] = ['people', 'devices', 'following', 'sources', 'sms', 'remotefiles']

/** The bar of sections at the bottom, with one column. */
export function BottomBar({ current }: { current: Section }) {
  const t = useStore(sectionNames)
  const w = useStore(messages)
  const sections = useSections()
  return (
    <nav aria-label={t.label} data-region="sections" className={styles.bottom}>
      {sections
        .filter(({ section }) => atFoot.includes(section))
        .map(({ section, Icon }) => (
          <a
            key={section}
            href={hrefOf(section)}
            aria-current={section === current ? 'page' : undefined}
            className={styles.bottomLink}
          >
            <Icon size={22} aria-hidden="true" />
            {section === 'remotefiles' ? w.files : t[section]}
            <Unread section={section} />
          </a>
        ))}
    </nav>
  )
}

/** The sections that are in the menu of the header, with one column. */
export function otherSections(sections: readonly SectionEntry[]): MenuItem[] {
  const t = sectionNames.get()
  return sections
    .filter(({ section }) => !atFoot.includes(section))
    .map(({ section, Icon }) => ({
      label: t[section],
      icon: <Icon size={18} aria-hidden="true" />,
      onSelect: () => open(section),
    }))
}
