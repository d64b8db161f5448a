// Moves the focus and the view between the messages of a conversation and its form.

import { type RefObject, useState } from 'react'

export type ConversationPaneParts = ReturnType<typeof useConversationPane>

/** The pane of a conversation, which has its messages and perhaps a form. All functions stay the same. */
export function useConversationPane() {
  return useState(() => {
    const ref: RefObject<HTMLDivElement | null> = { current: null }
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    const toField = (): void => find('textarea')?.focus()
    const history = () => find('[data-region=history]')
    return {
      ref,
      /** The first element in the pane that matches a selector. */
      find,
      toField,
      /** Focuses the form, or else the messages. */
      leaveHistory: (): void => (find('textarea') ?? history())?.focus(),
      toLastMessage: (): void => [...(history()?.querySelectorAll('article') ?? [])].at(-1)?.focus(),
      /** Shows the end, once what was just sent is drawn. */
      toEnd: () => requestAnimationFrame(() => history()?.scrollTo({ top: Number.MAX_SAFE_INTEGER })),
    }
  })[0]
}
