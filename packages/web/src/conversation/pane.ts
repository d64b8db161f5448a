// Moves the focus and the view between the messages of a conversation and its form.

import { type RefObject, useState } from 'react'

/** The pane of a conversation, which has its messages and perhaps a form. All functions stay the same. */
export function useConversationPane() {
  return useState(() => {
    const pane: RefObject<HTMLDivElement | null> = { current: null }
    const field = () => pane.current?.querySelector('textarea')
    const history = () => pane.current?.querySelector<HTMLElement>('[data-region=history]')
    return {
      pane,
      toField: (): void => field()?.focus(),
      /** Focuses the form, or else the messages. */
      leaveHistory: (): void => (field() ?? history())?.focus(),
      toLastMessage: (): void => [...(history()?.querySelectorAll('article') ?? [])].at(-1)?.focus(),
      /** Shows the end, once what was just sent is drawn. */
      toEnd: () => requestAnimationFrame(() => history()?.scrollTo({ top: Number.MAX_SAFE_INTEGER })),
    }
  })[0]
}
