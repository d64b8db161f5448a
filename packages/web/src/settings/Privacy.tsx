import { useStore } from '@nanostores/react'
import { useId } from 'react'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { i18n } from '../ui/language.ts'
import { privacy } from './en.ts'
import { PreferenceChoice } from './PreferenceChoice.tsx'

const messages = i18n('privacy', privacy)

/** What other people see of the user besides messages, and the other way round. */
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
