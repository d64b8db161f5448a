// Opens a conversation at a message, wherever in its history that is.

import type { Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { open } from '../../route.ts'
import { i18n } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'

const messages = i18n('open-message', {
  gone: 'This conversation was removed',
  notLoaded: "Couldn't load the messages around this one. Check your connection and try again.",
})

/** Resolves once the conversation is open, or a notice says why not. */
export async function openMessage(session: Session, push: Push): Promise<void> {
  const target = session.target.of(push)
  if (!target) return showToast(messages.get().gone)
  // Opened only then, the conversation does not show its newest messages first.
  if (!(await session.push.showAround(target, push.created))) return showToast(messages.get().notLoaded)
  $wantedMessage.set({ target: target.key, push })
  open(session.target.sectionOf(target), target.key)
}
