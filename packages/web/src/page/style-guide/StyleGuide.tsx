// Shows every component in every state, for developers and automatic checks.

import { useState } from 'react'
import { currentQuery } from '../../browser/location.ts'
import { LiveRegions } from '../../ui/accessibility/LiveRegions.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { Toasts } from '../../ui/notices/Toasts.tsx'
import { Colours, Type } from './Colours.tsx'
import { Controls } from './Controls.tsx'
import { Conversation } from './Conversation.tsx'
import { Lists } from './Lists.tsx'
import { Messages } from './Messages.tsx'
import { Pages } from './Pages.tsx'
import styles from './StyleGuide.module.css'

type Shown = 'both' | 'light' | 'dark'

/** Every component in every state, in both themes, for developers and automatic checks. It is not translated. */
export default function StyleGuide() {
  const [shown, setShown] = useState<Shown>(() => themeAsked() ?? 'both')
  return (
    <>
      <header className={styles.header}>
        <h1>Style guide</h1>
        {(['both', 'light', 'dark'] as const).map((choice) => (
          <Button key={choice} kind={shown === choice ? 'primary' : 'secondary'} onClick={() => setShown(choice)}>
            {choice}
          </Button>
        ))}
      </header>
      <main id="main" className={styles.themes}>
        {shown !== 'dark' && <Theme name="light" />}
        {shown !== 'light' && <Theme name="dark" />}
      </main>
      <Toasts />
      <LiveRegions />
    </>
  )
}

function Theme({ name }: { name: 'light' | 'dark' }) {
  return (
    <div data-theme={name} className={styles.theme}>
      <h2>{name}</h2>
      <Colours />
      <Type />
      <Controls theme={name} />
      <Messages theme={name} />
      <Pages />
      <Lists theme={name} />
      <Conversation theme={name} />
    </div>
  )
}

function themeAsked(): Shown | undefined {
  const asked = new URLSearchParams(currentQuery()).get('theme')
  return asked === 'light' || asked === 'dark' ? asked : undefined
}
