import { type Action, isOpenable, type Push, priorities } from '@waypost/protocol'

/** In UTF-16 units. Longer Markdown is drawn as source text: parsing it could take long. */
export const mostMarkdown = 20_000

/** Whether a message has extras besides its content. */
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

/** How urgent a message is; undefined for the default, which isn't marked. */
export function levelOf({ priority }: Pick<Push, 'priority'>): Level | undefined {
  return (['min', 'low', 'high', 'max'] as const).find((level) => priorities[level] === priority)
}

/** The address that a click on a note opens. A link shows its own. */
export const clickOf = ({ type, url }: Push): string | undefined =>
  type !== 'link' && url !== undefined && isOpenable(url) ? url : undefined

/** Where an action runs: in the browser, on the server, or not in a browser at all. */
export function placeOf({ action }: Action): 'here' | 'server' | 'nowhere' {
  if (action === 'view' || action === 'copy') return 'here'
  return action === 'broadcast' ? 'nowhere' : 'server'
}
