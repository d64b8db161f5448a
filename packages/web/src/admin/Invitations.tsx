import { useStore } from '@nanostores/react'
import {
  adminCreateInvitationLink,
  adminInvite,
  adminListInvitations,
  adminRevokeInvitation,
  emailLength,
  type Gives,
  getServer,
  type InvitationState,
  invitationStates,
  Refusal,
} from '@waypost/protocol'
import { useRef, useState } from 'react'
import { shortDay } from '../format/time.ts'
import { ActButton } from '../page/topics/ActButton.tsx'
import { Listing, Table } from '../page/topics/Listing.tsx'
import { Secret } from '../page/topics/Secret.tsx'
import { TimeAgo } from '../page/topics/TimeAgo.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm } from '../page/topics/TopicForm.tsx'
import { attempt, isFailure, useAnswer } from '../page/topics/use-loaded.ts'
import { usePages } from '../page/topics/use-pages.ts'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './Admin.module.css'
import { adminInvitations, adminInviteWords } from './en.ts'
import { TwoLines } from './operation/Facts.tsx'
import operation from './operation/Operation.module.css'
import { SearchField } from './SearchField.tsx'

const messages = i18n('admin-invitations', adminInvitations)

type AnyInvitation = Gives<typeof adminListInvitations>['invitations'][number]

/** Lists the invitations of all accounts for administrators, who can invite, renew links and revoke. */
export function Invitations() {
  const t = useStore(messages)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<InvitationState | ''>('')
  const pages = usePages(adminListInvitations, { search, state }, ({ invitations }) => invitations)
  return (
    <Stack gap={4}>
      <Topic title={t.inviteTitle} lead={t.inviteLead}>
        <ClosedNotice />
        <InviteForm onInvited={pages.reload} />
      </Topic>
      <Topic title={t.title} lead={t.lead}>
        <Row as="search" gap={3} align="stretch" wrap className={styles.filters}>
          <SearchField label={t.search} onSearch={setSearch} />
          <SelectField
            label={t.show}
            value={state}
            onChange={({ target }) => setState(invitationStates.find((one) => one === target.value) ?? '')}
            choices={[{ value: '', label: t.all }, ...invitationStates.map((value) => ({ value, label: t[value] }))]}
          />
        </Row>
        <Listing filtered pages={pages} empty={search || state ? t.noneFound : t.none}>
          {(items) => <InvitationTable invitations={items} onChange={pages.reload} />}
        </Listing>
      </Topic>
    </Stack>
  )
}

function ClosedNotice() {
  const t = useStore(messages)
  const [server] = useAnswer(getServer)
  if (server === undefined || isFailure(server) || server.sign_up !== 'closed') return null
  return (
    <p className={topic.trouble}>
      {t.closed} <a href={hrefOf('admin', 'server')}>{t.settings}</a>
    </p>
  )
}

function InvitationTable({ invitations, onChange }: { invitations: readonly AnyInvitation[]; onChange: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({})

  async function makeLink({ iden, email }: AnyInvitation) {
    await attempt(async () => {
      const { url } = await session.call(adminCreateInvitationLink, { iden })
      setLinks((before) => ({ ...before, [iden]: url }))
      say(t.linkMade({ email }))
    }, t.failed)
    onChange()
  }

  async function revoke({ iden, email }: AnyInvitation) {
    if (await attempt(() => session.call(adminRevokeInvitation, { iden }), t.failed)) {
      setLinks(({ [iden]: _, ...rest }) => rest)
      say(t.wasRevoked({ email }))
    }
    onChange()
  }

  const stateOf = ({ state, expires }: AnyInvitation) =>
    state === 'open' ? t.until({ date: shortDay(expires * 1_000) }) : t[state]

  return (
    <Table
      items={invitations}
      below={({ iden, email }) => links[iden] !== undefined && <Secret text={links[iden]} label={t.link({ email })} />}
      columns={[
        {
          title: t.person,
          cell: ({ email, sent }) => <TwoLines second={sent ? t.emailed : t.linkOnly}>{email}</TwoLines>,
        },
        {
          title: t.by,
          titled: true,
          cell: ({ by, created }) => (
            <TwoLines second={<TimeAgo time={created} />}>
              <a href={hrefOf('admin', `people/${by.iden}`)} dir="auto">
                {by.name ?? by.email}
              </a>
            </TwoLines>
          ),
        },
        { title: t.state, cell: stateOf },
        {
          title: t.actions,
          kind: 'buttons',
          cell: (invitation) => (
            <Row gap={2} className={operation.buttons}>
              {(invitation.state === 'open' || invitation.state === 'expired') && (
                <Button aria-label={t.makeLinkFor({ email: invitation.email })} onClick={() => void makeLink(invitation)}>
                  {t.makeLink}
                </Button>
              )}
              {invitation.state === 'open' && (
                <ActButton
                  label={t.revoke}
                  object={t.revokeThis({ email: invitation.email })}
                  onConfirm={() => revoke(invitation)}
                />
              )}
            </Row>
          ),
        },
      ]}
    />
  )
}

const formWords = i18n('admin-invite', adminInviteWords)

type Made = Gives<typeof adminInvite> & { email: string; wanted: boolean }

function InviteForm({ onInvited }: { onInvited: () => void }) {
  const t = useStore(formWords)
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState<'mail' | 'link'>()
  const [trouble, setTrouble] = useState<string>()
  const [made, setMade] = useState<Made>()

  const wordsOf = ({ email, sent, wanted }: Made) =>
    sent ? t.invited({ email }) : wanted ? t.notSent({ email }) : t.linked({ email })

  async function invite(send: boolean) {
    if (busy) return undefined
    const email = typed.trim()
    setMade(undefined)
    setTrouble(email === '' ? t.missing : undefined)
    if (email === '') return field.current?.focus()
    setBusy(send ? 'mail' : 'link')
    try {
      const outcome = { ...(await session.call(adminInvite, { email, send })), email, wanted: send }
      setMade(outcome)
      setTyped('')
      say(wordsOf(outcome))
      onInvited()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(error.message)
      field.current?.focus()
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <>
      <TopicForm
        label={t.invite}
        busy={busy === 'mail'}
        buttons={
          <Button busy={busy === 'link'} onClick={() => void invite(false)}>
            {t.linkOnly}
          </Button>
        }
        onSubmit={() => void invite(true)}
      >
        <TextField
          ref={field}
          label={t.email}
          type="email"
          value={typed}
          maxLength={emailLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={trouble}
          onChange={({ target }) => {
            setTyped(target.value)
            setTrouble(undefined)
          }}
        />
      </TopicForm>
      {made && (
        <div className={operation.well}>
          <p dir="auto">{wordsOf(made)}</p>
          <Secret text={made.url} label={t.link({ email: made.email })} />
        </div>
      )}
    </>
  )
}
