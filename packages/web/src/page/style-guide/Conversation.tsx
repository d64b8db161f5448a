import { Copy, Link, List, Paperclip, Trash2, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { AddressCard } from '../../ui/cards/AddressCard.tsx'
import { Bubble, BubbleNote, BubbleText, BubbleTrouble, NoteButton } from '../../ui/cards/Bubble.tsx'
import { ExternalLink, LinkCard } from '../../ui/cards/Cards.tsx'
import { FileCard } from '../../ui/cards/FileCard.tsx'
import { ImageCard } from '../../ui/cards/ImageCard.tsx'
import { ListCard } from '../../ui/cards/ListCard.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { NewDivider, TimeDivider } from '../../ui/lists/Divider.tsx'
import { JumpPill } from '../../ui/lists/JumpPill.tsx'
import { Specimen } from './Specimen.tsx'
import styles from './StyleGuide.module.css'

const nothing = () => {}
const long =
  'Almost. Sending the file from my laptop, and this is a longer line so that the bubble wraps at its greatest width and shows the notch.'

const actions = (
  <>
    <IconButton label="Copy" size="small">
      <Copy size={16} aria-hidden="true" />
    </IconButton>
    <IconButton label="Delete" size="small">
      <Trash2 size={16} aria-hidden="true" />
    </IconButton>
  </>
)

const cancel = (
  <IconButton label="Cancel upload of slides.pdf" size="small">
    <X size={18} aria-hidden="true" />
  </IconButton>
)

export function Conversation({ theme }: { theme: string }) {
  return (
    <Specimen name="Bubble, cards and dividers" column>
      <div className={styles.pane}>
        <Line side="in" actions={actions}>
          <BubbleText>Are the slides done?</BubbleText>
        </Line>
        <Line side="in">
          <LinkCard href="https://example.org/x" title="Venue plan, second floor" host="example.org" icon={<Link size={14} />} />
        </Line>
        <TimeDivider time="2026-03-03T14:02:00Z">14:02</TimeDivider>
        <Line side="out" note="Sent" actions={actions}>
          <BubbleText strong>A title</BubbleText>
          <BubbleText>
            {long} <ExternalLink href="https://example.org">https://example.org</ExternalLink>
          </BubbleText>
        </Line>
        <NewDivider>2 new</NewDivider>
        <Line side="in" shape="card">
          <FileCard
            href="https://example.org/slides.pdf"
            name="the-slides-of-the-second-day-final.pdf"
            kind="PDF"
            icon={<Paperclip size={20} />}
            size="8.4 MB"
          />
        </Line>
        <Line
          side="out"
          note="Sending"
          state="waiting"
          shape="card"
          progress={{ value: 0.62, label: `slides.pdf, ${theme}`, text: '62%' }}
        >
          <FileCard name="slides.pdf" kind="PDF" icon={<Paperclip size={20} />} size="8.4 MB" status="62%" action={cancel} />
        </Line>
        <Line side="in" shape="card">
          <AddressCard name="Harbour Hall" address="4 Quay Street, Bergen" />
        </Line>
        <Line side="out">
          <ListCard
            title={`Shopping, ${theme}`}
            icon={<List size={18} />}
            items={['Milk', 'Bread', 'Tea', 'Oats', 'Salt', 'Rice', 'Plums', 'Soap', 'Ink'].map((text, index) => ({
              text,
              checked: index % 3 === 0,
            }))}
            onTick={nothing}
          />
        </Line>
        <Line side="in" shape="card">
          <ImageCard src="/icon-maskable.svg" name="A picture" width={240} height={160} />
        </Line>
        <Line side="out" note="Sending" state="waiting">
          <BubbleText>On its way in a minute.</BubbleText>
        </Line>
        <Line
          side="out"
          note={
            <>
              <BubbleTrouble>not sent</BubbleTrouble>
              <NoteButton onClick={nothing}>Retry</NoteButton>
              <NoteButton onClick={nothing}>Discard</NoteButton>
            </>
          }
          state="failed"
        >
          <BubbleText>See you at nine?</BubbleText>
        </Line>
        <div>
          <JumpPill onClick={nothing}>2 new</JumpPill>
        </div>
      </div>
    </Specimen>
  )
}

function Line({ note, ...bubble }: ComponentProps<typeof Bubble> & { note?: ReactNode }) {
  return (
    <div className={styles.line} data-side={bubble.side}>
      <Bubble {...bubble} />
      {note && <BubbleNote side={bubble.side}>{note}</BubbleNote>}
    </div>
  )
}
