// Draws the settings tab of the OAuth clients that the account registered.

import { useStore } from '@nanostores/react'
import type { Client as OAuthClient } from '@waypost/protocol'
import { Plus } from 'lucide-react'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { hrefOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n, params } from '../../ui/language.ts'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import { ClientForm } from './ClientForm.tsx'
import { ClientKeys } from './ClientKeys.tsx'
import own from './Clients.module.css'

const messages = i18n('clients', {
  title: 'Clients',
  lead: 'Programs that you made and that other people can approve. A deleted program loses its access at once.',
  empty: 'You have registered no client.',
  create: 'Create a client',
  noRedirect: 'No redirect_uri',
  edit: 'Edit',
  editThis: params('Edit {name}'),
  test: 'Test',
  testThis: params('Test {name} (opens beside this page)'),
})

/** The account's OAuth clients: the list, a new one, or one of them. */
export function ClientsTab({ item }: { item: string }) {
  const { $all } = useSession().oauthClient
  const client = useStore($all).find(({ iden }) => iden === item)
  if (item === 'new') return <ClientForm key="new" />
  if (!client) return <ClientList />
  return (
    <div className={topic.sections}>
      <ClientForm key={client.iden} client={client}>
        <TestLink client={client} />
      </ClientForm>
      <ClientKeys client={client} />
    </div>
  )
}

function ClientList() {
  const t = useStore(messages)
  const { oauthClient } = useSession()
  const clients = useStore(oauthClient.$all)
  return (
    <Topic title={t.title} lead={t.lead}>
      <RemovableList
        items={clients.map((client) => {
          const name = nameOf(client)
          return {
            key: client.iden,
            name,
            picture: <Avatar name={name} seed={client.iden} image={client.image_url} />,
            line: (
              <>
                <bdi className={own.address}>{client.redirect_uri ?? t.noRedirect}</bdi>
                <span className={own.links}>
                  <a href={hrefOf('settings', `clients/${client.iden}`)} aria-label={t.editThis({ name })}>
                    {t.edit}
                  </a>
                  <TestLink client={client} />
                </span>
              </>
            ),
          }
        })}
        onRemove={oauthClient.remove}
        empty={<p className={topic.lead}>{t.empty}</p>}
      />
      <div className={topic.actions}>
        <ButtonLink href={hrefOf('settings', 'clients/new')} icon={<Plus size={20} aria-hidden="true" />}>
          {t.create}
        </ButtonLink>
      </div>
    </Topic>
  )
}

/** A link to the consent page as users see it. */
function TestLink({ client }: { client: OAuthClient }) {
  const t = useStore(messages)
  const { client_id = '', redirect_uri } = client
  const query = new URLSearchParams({ client_id, ...(redirect_uri && { redirect_uri }), response_type: 'code' })
  return (
    <a href={`/authorize?${query}`} target="_blank" rel="noopener" aria-label={t.testThis({ name: nameOf(client) })}>
      {t.test}
    </a>
  )
}

const nameOf = ({ name, client_id }: OAuthClient): string => name?.trim() || client_id || ''
