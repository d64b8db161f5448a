// Decides what of a message is drawn around its content.

import { type Action, isOpenable, type Push, priorities } from '@waypost/protocol'

/** Longer texts in Markdown are drawn as they were written: parsing them could take long. In UTF-16 units. */
export const mostMarkdown = 20_000

/** Whether a message carries more than its content. */
export const carriesMore = (push: Push): boolean =>
  levelOf(push) !== undefined ||
  push.icon_url !== undefined ||
  push.markdown === true ||
  push.expires !== undefined ||
  (push.labels?.length ?? 0) > 0 ||
  (push.actions?.length ?? 0) > 0 ||
  clickOf(push) !== undefined ||
  (push.type === 'file' && push.title !== undefined && push.title !== push.file_name)

export type Level = 'min' | 'low' | 'high' | 'max'

/** How much a message asks for attention; undefined for the usual one, which nothing marks. */
export function levelOf({ priority }: Pick<Push, 'priority'>): Level | undefined {
  return (['min', 'low', 'high', 'max'] as const).find((level) => priorities[level] === priority)
}

/** The address that a press on a note leads to. A link shows its own. */
export const clickOf = ({ type, url }: Push): string | undefined =>
  type !== 'link' && url !== undefined && isOpenable(url) ? url : undefined

/** What a press on an action does: in the browser, at the server, or nothing in a browser. */
export function placeOf({ action }: Action): 'here' | 'server' | 'nowhere' {
  if (action === 'view' || action === 'copy') return 'here'
  return action === 'broadcast' ? 'nowhere' : 'server'
}
