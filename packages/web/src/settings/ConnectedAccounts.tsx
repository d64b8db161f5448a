import { useStore } from '@nanostores/react'
import { type ConnectedAccount, getFactors } from '@waypost/protocol'
import { UserPlus } from 'lucide-react'
import { go } from '../browser/location.ts'
import topic from '../page/topics/Topic.module.css'
import { TopicList } from '../page/topics/TopicList.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { useSession } from '../session/context.ts'
import type { Provider } from '../sign-in/flow.ts'
import { useProviders } from '../sign-in/use-providers.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { connectedAccounts } from './en.ts'

const messages = i18n('connected-accounts', connectedAccounts)

/** The time limit for signing in at a provider, in milliseconds. */
const visitFor = 2 * 60_000

const addAddress = `/signin?${new URLSearchParams({ method: 'add', next: '/#settings/account' })}`

/** The providers to sign in with; all but the oldest can be removed. */
export function ConnectedAccounts() {
  const t = useStore(messages)
  const session = useSession()
  const { connectedAccount, elevation } = session
  const accounts = useStore(connectedAccount.$all)
  const [providers] = useProviders()

  /** Goes to the providers. An account is only added to an elevated session, so the user has to prove who they are first. */
  async function add() {
    await attempt(async () => {
      const { elevated_until = 0 } = await session.call(getFactors, {})
      if (elevated_until * 1_000 > Date.now() + visitFor || (await elevation.ask())) go(addAddress)
    }, t.notAdded)
  }

  return (
    <TopicList
      title={t.title}
      lead={t.lead}
      empty={t.none}
      items={accounts.map((account) => {
        const name = account.email || account.name || account.type || ''
        return {
          key: account.iden,
          name,
          picture: <Avatar name={account.name || name} seed={name} image={account.image_url} />,
          line: lineOf(account, Array.isArray(providers) ? providers : []),
          ...(account.primary && { stays: t.primary }),
        }
      })}
      onRemove={connectedAccount.remove}
      words={{
        remove: t.disconnect,
        confirm: t.sure,
        busy: t.disconnecting,
        removeThis: (name) => t.disconnectThis({ name }),
        removed: (name) => t.disconnected({ name }),
      }}
    >
      <Row gap={2} wrap className={topic.actions}>
        <ButtonLink
          href={addAddress}
          icon={<UserPlus size={20} aria-hidden="true" />}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            void add()
          }}
        >
          {t.add}
        </ButtonLink>
      </Row>
    </TopicList>
  )
}

/** The names of providers that this server doesn't offer now. They are the same in every language. */
const otherNames: Record<string, string> = { local: 'Waypost', google: 'Google', facebook: 'Facebook' }

function lineOf({ name, type = '', email }: ConnectedAccount, providers: readonly Provider[]): string {
  const offered = type === 'local' ? undefined : providers.find((provider) => provider.type === type)
  const provider = offered?.name ?? otherNames[type] ?? 'OpenID'
  return name && name !== email ? [name, provider].filter(Boolean).join(' · ') : provider
}
