import type { Account } from '@waypost/protocol'
import { useState } from 'react'
import { currentQuery } from '../../browser/location.ts'
import { LiveRegions } from '../../ui/accessibility/LiveRegions.tsx'
import { Banner, StatusStrip } from '../../ui/feedback/Banners.tsx'
import { showToast } from '../../ui/feedback/feedback.ts'
import { ToastPlate, Toasts } from '../../ui/feedback/Toasts.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Footer } from '../header/Footer.tsx'
import { Header } from '../header/Header.tsx'
import { Controls } from './Controls.tsx'
import { Conversation } from './Conversation.tsx'
import { Lists } from './Lists.tsx'
import { Specimen } from './Specimen.tsx'
import styles from './StyleGuide.module.css'

type Shown = 'both' | 'light' | 'dark'

/** Every component in every state, in both themes, for developers and automatic checks. It is not translated. */
export default function StyleGuide() {
  const [shown, setShown] = useState<Shown>(() => themeAsked() ?? 'both')
  return (
    <>
      <Row as="header" gap={2} wrap className={styles.header}>
        <h1>Style guide</h1>
        {(['both', 'light', 'dark'] as const).map((choice) => (
          <Button key={choice} kind={shown === choice ? 'primary' : 'secondary'} onClick={() => setShown(choice)}>
            {choice}
          </Button>
        ))}
      </Row>
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

const nothing = () => {}

function Messages({ theme }: { theme: string }) {
  return (
    <>
      <Specimen name="Banner" column>
        <Banner title="Network Issue" body="Could not connect to server" onClose={nothing} />
        <Banner title={`A title alone, ${theme}`} body="" onClose={nothing} />
      </Specimen>
      <Specimen name="StatusStrip" column>
        <StatusStrip text="You’re offline. Messages are sent when you’re back online." />
        <StatusStrip text="Back online" good />
      </Specimen>
      <Specimen name="Toast">
        <ToastPlate toast={{ id: -1, text: 'Copied' }} onClose={nothing} />
        <ToastPlate
          toast={{ id: -2, text: 'Ana Reyes muted until 18:00', action: { label: 'Undo', run: nothing } }}
          onClose={nothing}
        />
        <Button onClick={() => showToast('A toast', { label: 'Undo', run: nothing })}>Show one</Button>
      </Specimen>
    </>
  )
}

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

/** Headers and footers, in articles so that the page itself has only one of each. */
function Pages() {
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

const tokens = `
  pane-1 pane-2 pane-3 card field hover select mark bubble-in in-edge bubble-out on-out out-2 out-plate
  bubble-failed line line-strong text text-2 text-3 link accent accent-hover accent-press accent-tint accent-line
  flight on-flight flight-line flight-tint flight-text ok ok-tint ok-text ok-line danger danger-hover danger-tint
  danger-text badge chip bone toast a1 a2 a3 a4 a5 a6 a7 a8 on-a
`
  .trim()
  .split(/\s+/)

function Colours() {
  return (
    <Specimen name="Colours" column>
      <div className={styles.swatches}>
        {tokens.map((token) => (
          <Stack key={token} gap={1} className={styles.swatch}>
            <i style={{ background: `var(--${token})` }} />
            {token}
          </Stack>
        ))}
      </div>
    </Specimen>
  )
}

const sizes = ['hero', 'h1', 'h2', 'h3', 'body', 'meta', 'cap']

function Type() {
  return (
    <Specimen name="Type" column>
      {sizes.map((size) => (
        <p key={size} style={{ font: `${/h/.test(size) ? 'var(--w-strong)' : 'var(--w-text)'} var(--t-${size}) var(--font)` }}>
          {size}: Sphinx of black quartz, 0123456789
        </p>
      ))}
    </Specimen>
  )
}
