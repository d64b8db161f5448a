import { useStore } from '@nanostores/react'
import { isShared, type Target } from '@waypost/client'
import type { Source } from '@waypost/protocol'
import { MessageSquare } from 'lucide-react'
import { nameInWords } from '../format/names.ts'
import pane from '../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../page/shell/PaneHeader.tsx'
import { hrefOf } from '../route.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { i18n } from '../ui/language.ts'
import { sourcePage } from './en.ts'
import { SetUp } from './SetUp.tsx'
import styles from './Source.module.css'
import { SourceSettings } from './SourceSettings.tsx'
import { TellingTopic } from './Telling.tsx'

const messages = i18n('source-page', sourcePage)

interface SourcePageProps {
  target: Target
  page: 'setup' | 'settings'
}

/** `#sources/<iden>/setup` and `#sources/<iden>/settings`: what a source is set up with, and its settings. */
export function SourcePage({ target, page }: SourcePageProps) {
  const t = useStore(messages)
  const name = nameInWords(target)
  const source = target.obj as Source
  const back = (
    <a href={hrefOf('sources', target.key)} className={styles.conversation} title={t.conversation} aria-label={t.conversation}>
      <MessageSquare size={20} aria-hidden="true" />
    </a>
  )
  return (
    <div className={pane.pane}>
      <PaneHeader section="sources" picture={<TargetAvatar target={target} />} end={back}>
        <PaneTitle page>{t[page]({ name })}</PaneTitle>
      </PaneHeader>
      <div className={pane.body}>
        {isShared(source) ? (
          <>
            <p className={pane.lead}>{t.theirs({ name, owner: target.desc })}</p>
            <TellingTopic source={source} />
          </>
        ) : page === 'setup' ? (
          <SetUp target={target} source={source} />
        ) : (
          <SourceSettings target={target} source={source} />
        )}
      </div>
    </div>
  )
}
