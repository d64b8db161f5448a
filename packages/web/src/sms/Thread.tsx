import { useStore } from '@nanostores/react'
import type { FileSource } from '@waypost/client'
import { canTextMany, type SmsThread } from '@waypost/client/sms'
import { addressOf } from '@waypost/client/sms/address'
import { type Device, isBlank, isGatewayPhone } from '@waypost/protocol'
import { Copy, Ellipsis, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '../browser/clipboard.ts'
import { useConversationPane } from '../conversation/pane.ts'
import { lineOfThread, nameOfThread } from '../format/text-labels.ts'
import paneStyles from '../page/shell/Pane.module.css'
import { PaneHeader, PaneTitle, TitleAndLine } from '../page/shell/PaneHeader.tsx'
import { smsItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { useDraft } from '../session/draft.ts'
import { smsOf } from '../session/session-sms.ts'
import { ThreadAvatar } from '../target/ThreadAvatar.tsx'
import { showToast } from '../ui/feedback/feedback.ts'
import { FileDrop } from '../ui/inputs/FileDrop.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { Menu } from '../ui/inputs/Menu.tsx'
import { i18n } from '../ui/language.ts'
import { textThread } from './en.ts'
import { Messages } from './Messages.tsx'
import { SmsForm } from './SmsForm.tsx'
import { NoGroups, SeparateNote, Stale, Strips } from './SmsStates.tsx'
import { sendSms } from './sending.ts'
import styles from './Thread.module.css'
import { useChosenPictures } from './use-chosen-pictures.tsx'

const messages = i18n('text-thread', textThread)

interface ThreadProps {
  phone: Device
  id: string
  thread: SmsThread
}

/** An SMS conversation: header, messages, and the reply form if the phone can send. */
export function Thread({ phone, id, thread }: ThreadProps) {
  const t = useStore(messages)
  const session = useSession()
  const texts = smsOf(session)
  const pane = useConversationPane()
  const { recipients, state, refusal } = thread
  const name = nameOfThread(recipients)
  const addresses = recipients.map(addressOf).filter((address) => address !== '')
  const writable = addresses.length === 1 || (addresses.length > 1 && canTextMany(phone))
  const refresh = () => void texts.refresh(phone.iden, id)

  async function send(message: string, picture?: FileSource): Promise<boolean> {
    const sent = await sendSms(session, { phone, addresses, message, ...(picture && { picture }) })
    if (sent) pane.toEnd()
    return sent
  }

  async function sendPictures(caption: string, pictures: readonly FileSource[]): Promise<boolean> {
    let sent = 0
    // The caption goes with the first picture.
    while (sent < pictures.length && (await send(sent === 0 ? caption : '', pictures[sent]))) sent++
    return sent > 0
  }

  return (
    <div ref={pane.ref} className={paneStyles.headed}>
      <PaneHeader
        section="sms"
        picture={<ThreadAvatar recipients={recipients} />}
        end={
          <Menu
            label={t.actions}
            items={[
              {
                label: addresses.length > 1 ? t.copyMany : t.copy,
                icon: <Copy size={18} />,
                onSelect: async () => showToast((await copyText(addresses.join(', '))) ? t.copied : t.notCopied),
              },
              { label: t.refresh, icon: <RefreshCw size={18} />, onSelect: refresh },
            ]}
            trigger={(props) => (
              <IconButton {...props} label={t.actions}>
                <Ellipsis size={20} aria-hidden="true" />
              </IconButton>
            )}
          />
        }
      >
        <TitleAndLine line={lineOfThread(recipients)}>
          <PaneTitle>{name}</PaneTitle>
        </TitleAndLine>
      </PaneHeader>
      <div className={styles.middle}>
        {state === 'failed' && thread.items.length > 0 && <Stale refusal={refusal} onRetry={refresh} />}
        <Messages
          phone={phone}
          name={name}
          thread={thread}
          onRetry={refresh}
          onEarlier={() => texts.loadEarlier(phone.iden, id)}
          onSend={(message) => void send(message)}
          onLeave={pane.leaveHistory}
        />
      </div>
      <div>
        <Strips phone={phone} recipients={addresses.length} />
        {writable ? (
          <>
            <SeparateNote phone={phone} recipients={addresses.length} />
            <Reply
              item={smsItem(phone.iden, id)}
              label={t.reply({ name })}
              phone={phone}
              name={name}
              onSend={send}
              onPictures={sendPictures}
              onUp={pane.toLastMessage}
            />
          </>
        ) : (
          addresses.length > 1 && <NoGroups />
        )}
      </div>
    </div>
  )
}

interface ReplyProps {
  item: string
  label: string
  phone: Device
  name: string
  onSend: (message: string) => Promise<boolean>
  onPictures: (caption: string, pictures: readonly FileSource[]) => Promise<boolean>
  onUp: () => void
}

/** The counter is shown for replies of this length or more. */
const countsFrom = 100

function Reply({ item, label, phone, name, onSend, onPictures, onUp }: ReplyProps) {
  const [text, write] = useDraft(`sms_${item}`)
  const field = useRef<HTMLTextAreaElement>(null)
  const pictures = useChosenPictures({ phone, name, text, onText: write, onSend: onPictures })

  async function send() {
    if (isBlank(text)) return
    // Clear at once, before the user continues typing.
    write('')
    field.current?.focus()
    if (await onSend(text)) return
    write((typed) => (typed === '' ? text : `${text}\n${typed}`))
  }

  return (
    <>
      <SmsForm
        field={field}
        label={label}
        text={text}
        onText={write}
        onSend={() => void send()}
        onFiles={
          isGatewayPhone(phone)
            ? undefined
            : (files) => {
                pictures.onFiles(files)
                field.current?.focus()
              }
        }
        countsFrom={countsFrom}
        onUp={onUp}
      />
      <FileDrop name={name} onFiles={pictures.onFiles} />
      {pictures.dialog}
    </>
  )
}
