// Shows the two ways to add an Android phone side by side.

import { useStore } from '@nanostores/react'
import { House, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import pane from '../../page/shell/NewTargetPane.module.css'
import { PaneHeader, PaneTitle } from '../../page/shell/PaneHeader.tsx'
import { hrefOf } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import styles from './AndroidPhone.module.css'
import { AtHome } from './AtHome.tsx'
import { androidPhone } from './en.ts'
import { FromAnywhere } from './FromAnywhere.tsx'

const messages = i18n('android-phone', androidPhone)

/** `#devices/android`: how to add an Android phone. */
export function AndroidPhone() {
  const t = useStore(messages)
  return (
    <div className={pane.pane}>
      <PaneHeader section="devices">
        <PaneTitle page>{t.title}</PaneTitle>
      </PaneHeader>
      <div className={`${pane.body} ${styles.body}`}>
        <p className={pane.lead}>{t.lead}</p>
        <div className={styles.ways}>
          <Way id="at-home" icon={<House size={20} aria-hidden="true" />} title={t.atHome} more={t.atHomeMore}>
            <AtHome />
          </Way>
          <Way id="from-anywhere" icon={<Radio size={20} aria-hidden="true" />} title={t.fromAnywhere} more={t.fromAnywhereMore}>
            <FromAnywhere />
          </Way>
        </div>
        <p className={styles.second}>
          {t.otherWays} <a href={hrefOf('devices', 'new')}>{t.otherWaysLink}</a>
        </p>
      </div>
    </div>
  )
}

interface WayProps {
  id: string
  icon: ReactNode
  title: string
  more: string
  children: ReactNode
}

function Way({ id, icon, title, more, children }: WayProps) {
  return (
    <section aria-labelledby={id} className={styles.way}>
      <h2 id={id}>
        {icon}
        {title}
      </h2>
      <p className={styles.second}>{more}</p>
      {children}
    </section>
  )
}
