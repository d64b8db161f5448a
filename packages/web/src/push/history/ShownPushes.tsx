// Draws pushes of a conversation: all of them, or those that match a filter.

import type { HistoryItem } from '@waypost/client'
import type { ComponentProps } from 'react'
import { ConversationFeed } from '../../conversation/ConversationFeed.tsx'
import type { MessagePlace } from '../../conversation/MessageItem.tsx'
import { PushItem } from '../item/PushItem.tsx'
import { ShowPicture } from '../item/pictures.ts'
import type { useMessageTools } from './message-tools.tsx'
import { regionLabel } from './NoMessages.tsx'
import type { useViewer } from './viewer.tsx'

type Tools = ReturnType<typeof useMessageTools>
type ItemProps = ComponentProps<typeof PushItem>

/** What this component decides by itself about each item. */
type Known = keyof ReturnType<Tools['propsOf']> | Exclude<keyof MessagePlace, 'last' | 'size'> | 'name'

interface ShownPushesProps
  extends Omit<ComponentProps<typeof ConversationFeed<HistoryItem>>, 'label' | 'sentAt' | 'menuProps' | 'draw'> {
  /** The display name of the target. */
  name: string
  tools: Tools
  viewer: ReturnType<typeof useViewer>
  /** The other properties of an item. @param isLast whether it is the last of `items` */
  propsOf: (item: HistoryItem, isLast: boolean) => Omit<ItemProps, Known>
}

/** Pushes with their menu, dialogs and picture viewer. While some are selected, the selection's bar replaces `bar`, and Esc ends it. */
export function ShownPushes({ name, tools, viewer, propsOf, bar, onLeave, ...shown }: ShownPushesProps) {
  return (
    <ShowPicture value={viewer.show}>
      <ConversationFeed
        {...shown}
        label={regionLabel(name)}
        sentAt={({ push }) => push.created}
        menuProps={tools.menuProps}
        bar={tools.selection.bar ?? bar}
        draw={(item, { index, isLast, ...place }) => (
          <PushItem {...tools.propsOf(item)} {...place} name={name} position={index + 1} {...propsOf(item, isLast)} />
        )}
        onLeave={tools.selection.end ?? onLeave}
      />
      {tools.open}
      {viewer.open}
    </ShowPicture>
  )
}
