import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Archive, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { TargetSection } from '../route.ts'
import { i18n } from '../ui/language.ts'
import styles from './Archived.module.css'
import { archived } from './en.ts'
import { TargetList } from './TargetList.tsx'

const messages = i18n('archived', archived)

interface ArchivedProps {
  section: TargetSection
  targets: readonly Target[]
  current: string | undefined
}

/** The archived targets at the end of a list, collapsed until they are expanded or one of them is open. */
export function Archived({ section, targets, current }: ArchivedProps) {
  const t = useStore(messages)
  const [asked, setAsked] = useState(false)
  const id = useId()
  const open = asked || targets.some(({ key }) => key === current)
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        title={t.title}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setAsked(!open)}
      >
        <Archive size={20} aria-hidden="true" />
        <span className={styles.words}>{t.title}</span>
        <bdi>{targets.length}</bdi>
        <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </button>
      <div id={id}>
        {open && <TargetList groups={[{ section, items: targets.map((target) => ({ target })) }]} current={current} />}
      </div>
    </>
  )
}
