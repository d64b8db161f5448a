import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { $oneColumn } from '../../browser/media.ts'
import { hrefOf, type Section } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import { paneHeader } from './en.ts'
import styles from './PaneHeader.module.css'
import { sectionNames } from './sections.ts'

const messages = i18n('pane-header', paneHeader)

interface PaneHeaderProps {
  section: Section
  picture?: ReactNode
  children: ReactNode
  end?: ReactNode
}

/** The first line of the main pane. With one column only, it has a link back to the list. */
export function PaneHeader({ section, picture, children, end }: PaneHeaderProps) {
  const t = useStore(messages)
  const names = useStore(sectionNames)
  const narrow = useStore($oneColumn)
  const back = t.back({ section: names[section] })
  return (
    <header className={styles.header}>
      {narrow && (
        <a href={hrefOf(section)} className={styles.back} aria-label={back} title={back} data-back="">
          <ArrowLeft size={22} aria-hidden="true" />
        </a>
      )}
      {picture}
      <div className={styles.middle}>{children}</div>
      {end}
    </header>
  )
}

interface PaneTitleProps {
  /** Whether it names the purpose of the pane; larger than the name of its content, such as a conversation. */
  page?: boolean
  children: string
}

/** The `h1` of a pane. */
export function PaneTitle({ page, children }: PaneTitleProps) {
  return (
    <h1 className={styles.title} tabIndex={-1} dir="auto" data-title="" data-page={page || undefined}>
      {children}
    </h1>
  )
}

interface TitleAndLineProps {
  /** The title of the pane. */
  children: ReactNode
  /** Below it; none if empty. */
  line: string | undefined
  /** What is going on there, if anything. While somebody is `typing`, the line stands out. */
  activity?: string | undefined
}

/** The title of a pane, and a line about its content. */
export function TitleAndLine({ children, line, activity }: TitleAndLineProps) {
  return (
    <div className={styles.words}>
      {children}
      {line && (
        <p className={styles.line} dir="auto" data-activity={activity}>
          {line}
        </p>
      )}
    </div>
  )
}
