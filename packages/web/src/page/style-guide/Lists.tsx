// Shows the logo, avatars, badges and lists in the style guide.

import { ChevronDown, Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { CountBadge, MutedBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { ListItem } from '../../ui/lists/ListItem.tsx'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import { Specimen } from './Specimen.tsx'
import styles from './StyleGuide.module.css'

const names = 'Ana Reyes, Bo Kim, Cyrus Yang, Dana Ito, Eve Stone, Finn Lund, Gus Ott, Mira Holm, Me, Zoë Ångström'.split(', ')
const picture = (name: string) => <Avatar name={name} seed={name} />

function Rows() {
  return (
    <ul>
      <ListItem href="#ana" picture={picture('Ana Reyes')} name="Ana Reyes" line="ana@example.org" />
      <ListItem
        href="#bo"
        picture={picture('Bo Kim')}
        name="Bo Kim"
        line="bo@example.org"
        current
        action={
          <IconButton label="Actions for Bo Kim" size="small">
            <ChevronDown size={18} aria-hidden="true" />
          </IconButton>
        }
      />
      <ListItem
        href="#cy"
        picture={picture('Cyrus')}
        name="Cyrus Yang-Featherstonehaugh of the long name"
        line="cyrus@example.org"
        badge={<CountBadge count={12} />}
      />
      <ListItem
        href="#de"
        picture={<Avatar name="" seed="d" glyph={<Laptop />} />}
        name="Laptop"
        line="Linux"
        badge={<MutedBadge />}
      />
    </ul>
  )
}

export function Lists({ theme }: { theme: string }) {
  return (
    <>
      <Specimen name="Logo">
        <Logo />
      </Specimen>
      <Specimen name="Avatar">
        {names.map((name) => (
          <Avatar key={name} name={name} seed={name} alt={name} />
        ))}
        <Avatar name="Ana Reyes" seed="ana" size={28} alt="Small" />
        <Avatar name="Ana Reyes" seed="ana" size={64} alt="Large" />
        <Avatar name="Phone" seed="phone" glyph={<Smartphone />} alt="A phone" />
      </Specimen>
      <Specimen name="Badge">
        {[1, 9, 10].map((count) => (
          <CountBadge key={count} count={count} />
        ))}
        <MutedBadge />
      </Specimen>
      <Specimen name="Row">
        <nav aria-label={`Rows, ${theme}`} className={styles.sidebar}>
          <Rows />
        </nav>
        <nav aria-label={`Narrow rows, ${theme}`} className={styles.narrow}>
          <Rows />
        </nav>
      </Specimen>
      <Specimen name="RemovableList" column>
        <RemovableExample theme={theme} />
      </Specimen>
      <Specimen name="EmptyState" column>
        <EmptyState drawing="conversation" title="Say hello to Ana Reyes" action={<Button kind="primary">One action</Button>}>
          One sentence more, where it helps.
        </EmptyState>
        {(['devices', 'channels', 'box', 'torn', 'signpost'] as const).map((drawing) => (
          <EmptyState key={drawing} drawing={drawing} title={`The drawing ${drawing}, ${theme}`} />
        ))}
      </Specimen>
    </>
  )
}

function RemovableExample({ theme }: { theme: string }) {
  const [gone, setGone] = useState<readonly string[]>([])
  const items = [
    { key: 'ana', name: `Ana Reyes, ${theme}`, line: 'ana@example.org', picture: picture('Ana Reyes') },
    { key: 'bo', name: `Bo Kim, ${theme}`, picture: picture('Bo Kim') },
    { key: 'first', name: `The first one, ${theme}`, picture: picture('Mira Holm'), stays: 'primary' },
  ]
  return (
    <RemovableList
      items={items.filter(({ key }) => !gone.includes(key))}
      onRemove={async (key) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        setGone([...gone, key])
        return true
      }}
      empty={<p>The list is empty.</p>}
    />
  )
}
