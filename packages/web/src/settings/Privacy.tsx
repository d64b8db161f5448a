import { useStore } from '@nanostores/react'
import { useId } from 'react'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { i18n } from '../ui/language.ts'
import { PreferenceChoice } from './PreferenceChoice.tsx'

const messages = i18n('privacy', {
  title: 'Privacy',
  presenceLead: 'Others see it, and you see theirs. Only people you have exchanged messages with.',
  presence: "Show when I'm online or typing",
  readsLead:
    'People see whether a message they sent you has arrived and whether you have read it, and you see the same of yours. Switch it off, and neither side sees either. People you block see nothing new.',
  reads: 'Show when I have read messages',
})

/** What people see of the user besides messages, and the user of them. */
export function Privacy() {
  const t = useStore(messages)
  return (
    <Topic title={t.title}>
      <Choice name="presence" choice={t.presence} lead={t.presenceLead} />
      <Choice name="read_receipts" choice={t.reads} lead={t.readsLead} />
    </Topic>
  )
}

interface ChoiceProps {
  name: 'presence' | 'read_receipts'
  choice: string
  lead: string
}

function Choice({ name, choice, lead }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <PreferenceChoice name={name} choice={choice} describedBy={id} />
      <p id={id} className={topic.lead}>
        {lead}
      </p>
    </div>
  )
}
