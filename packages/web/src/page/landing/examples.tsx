// Draws three examples on the root page: an SMS through a phone, a shared folder, and a list of notices. They are pictures.

import { useStore } from '@nanostores/react'
import { Laptop, Smartphone, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { CountBadge } from '../../ui/Badge.tsx'
import { BubbleNote, BubbleTail, BubbleText } from '../../ui/cards/Bubble.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { ListItem } from '../../ui/lists/ListItem.tsx'
import { landingExamples } from './en.ts'
import styles from './examples.module.css'
import { Scenery } from './pictures.tsx'
import { Field, Message } from './Stage.tsx'

const messages = i18n('landing-examples', landingExamples)

function Example({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div role="img" aria-label={label}>
      <div inert aria-hidden="true" className={`${styles.example} ${className ?? ''}`}>
        {children}
      </div>
    </div>
  )
}

export function TextsExample() {
  const t = useStore(messages)
  return (
    <Example label={t.texts}>
      <div className={styles.head}>
        <Avatar name="Mia Torres" seed="mia" hue={4} />
        <Stack className={styles.names}>
          <strong>Mia Torres</strong>
          <span>
            <bdi>{t.through}</bdi>
          </span>
        </Stack>
      </div>
      <div className={styles.feed}>
        <Message side="in">
          <BubbleText>
            {t.roof}
            <BubbleTail>10:02</BubbleTail>
          </BubbleText>
        </Message>
        <Message side="out">
          <BubbleText>{t.cake}</BubbleText>
        </Message>
        <BubbleNote side="out">{t.now}</BubbleNote>
      </div>
      <Field label={t.field} />
    </Example>
  )
}

export function FilesExample() {
  const t = useStore(messages)
  const pictures = [
    { name: t.sunrise, of: 'hills', at: 'dusk' },
    { name: t.ferry, of: 'sea', at: 'night' },
    { name: t.noon, of: 'cliff', at: 'noon' },
    { name: t.ridge, of: 'hills', at: 'rose' },
  ] as const
  return (
    <Example label={t.files}>
      <div className={styles.head}>
        <Avatar name="" seed="laptop" glyph={<Laptop />} size={28} />
        <span className={styles.path}>
          <span>{t.home}</span> / <span>{t.pictures}</span> / <strong>{t.coast}</strong>
        </span>
      </div>
      <div className={styles.pictures}>
        {pictures.map(({ name, of, at }) => (
          <span key={name}>
            <Scenery of={of} at={at} />
            {name}
          </span>
        ))}
      </div>
      <div className={styles.upload}>
        <span className={styles.kind}>JPG</span>
        <Stack className={styles.names}>
          <strong>Noon.jpg</strong>
          <span>{t.uploading}</span>
        </Stack>
        <i />
      </div>
    </Example>
  )
}

export function ListExample() {
  const t = useStore(messages)
  return (
    <Example label={t.notices} className={styles.notices}>
      <ul>
        <ListItem
          href="/"
          picture={<Avatar name="" seed="build" glyph={<Terminal />} />}
          name={t.build}
          line={t.buildLine}
          time="14:20"
          unread
          badge={<CountBadge count={1} />}
        />
        <ListItem
          href="/"
          picture={<Avatar name="" seed="phone" glyph={<Smartphone />} />}
          name={t.phone}
          line={t.phoneLine}
          time="14:05"
        />
        <ListItem
          href="/"
          picture={<Avatar name="River News" seed="river" hue={6} />}
          name="River News"
          line={t.news}
          time="13:30"
        />
      </ul>
    </Example>
  )
}
