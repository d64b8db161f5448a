// Lets the account choose whether the server fetches what links lead to.

import { useStore } from '@nanostores/react'
import { $server } from '../../browser/server-facts.ts'
import { i18n } from '../../ui/language.ts'
import { Preference } from './Preference.tsx'

const messages = i18n('link-previews', {
  title: 'Link previews',
  lead: 'When you send a link, this server opens it once and keeps its title, description and picture, so that you and the people who get it see where it leads. The other site sees this server, not you. It may notice that the link was opened, which matters for links that work only once.',
  choice: 'Preview links',
})

/** Whether links have previews. Not shown where an administrator has switched them off. */
export function LinkPreviews() {
  const t = useStore(messages)
  const { linkPreviewsOff } = useStore($server)
  if (linkPreviewsOff) return null
  return <Preference name="link_previews" title={t.title} lead={t.lead} choice={t.choice} />
}
