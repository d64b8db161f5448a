import type { ComponentProps, ReactNode } from 'react'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import topic from './Topic.module.css'
import { Topic } from './Topic.tsx'

interface TopicListProps extends ComponentProps<typeof RemovableList> {
  title: string
  lead: string
  /** Below the list. */
  children?: ReactNode
}

/** A topic with a list whose items can be removed. */
export function TopicList({ title, lead, empty, children, ...list }: TopicListProps) {
  return (
    <Topic title={title} lead={lead}>
      <RemovableList {...list} empty={<p className={topic.lead}>{empty}</p>} />
      {children}
    </Topic>
  )
}
