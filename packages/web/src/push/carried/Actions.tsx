import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { type Action, isOpenable, type Press, Refusal } from '@waypost/protocol'
import { Check, CircleAlert, Copy, ExternalLink as Leaves, type LucideIcon } from 'lucide-react'
import { use, useId, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { $today } from '../../browser/clock.ts'
import { openInNewTab } from '../../browser/popups.ts'
import { clockOf } from '../../format/time.ts'
import { SessionContext } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { NoteButton } from '../../ui/cards/Bubble.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import styles from './Carried.module.css'
import { placeOf } from './carries.ts'
import { messageActions } from './en.ts'

const messages = i18n('message-actions', messageActions)

interface MessageActionsProps {
  item: HistoryItem
  actions: readonly Action[]
}

type Pressing = { id: string } | { id: string; trouble: string } | undefined

/** The buttons of a message, in the sender's order. */
export function MessageActions({ item, actions }: MessageActionsProps) {
  const t = useStore(messages)
  const session = use(SessionContext)
  const note = useId()
  const [pressing, setPressing] = useState<Pressing>()
  const [copied, setCopied] = useState<number>()
  const { push } = item
  const { press } = push
  const answered = actions.some(({ action, id }) => action === 'answer' && id !== undefined && id === press?.action)
  const isSettled = item.state === 'settled' && session !== undefined
  const nowhere = actions.filter((action) => placeOf(action) === 'nowhere' || isUnsafe(action))
  const trouble = pressing && 'trouble' in pressing ? pressing : undefined
  const busy = pressing && !trouble ? pressing.id : undefined

  async function act(action: Action, at: number): Promise<void> {
    if (action.action === 'view') openInNewTab(action.url)
    else if (action.action === 'copy') {
      const worked = await copyText(action.value)
      setCopied(worked ? at : undefined)
      say(worked ? t.copied : t.notCopied)
      if (!worked) return setPressing({ id: idOf(action), trouble: t.notCopied })
    } else return pressThere(action)
    setPressing(undefined)
    if (action.clear && session && !push.dismissed) await session.push.dismiss(push.iden)
  }

  async function pressThere(action: Action): Promise<void> {
    if (!session || busy !== undefined) return
    setPressing({ id: idOf(action) })
    try {
      await session.push.press(push.iden, idOf(action))
      setPressing(undefined)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setPressing({ id: idOf(action), trouble: t.notPressed({ label: action.label, reason: error.message }) })
    }
  }

  return (
    <Stack gap={1} className={styles.pressable}>
      <Row role="group" aria-label={t.group} gap={2} align="stretch" wrap className={styles.actions}>
        {actions.map((action, at) => {
          const isPressed = press !== undefined && action.id === press.action && !isFailed(press)
          const isOff = nowhere.includes(action) || (placeOf(action) === 'server' && !isSettled)
          // The program that asked has continued with the first press.
          const isOver = action.action === 'answer' && press !== undefined
          const Icon = iconOf(action, isPressed || copied === at)
          return (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a message never move
              key={at}
              className={styles.action ?? ''}
              icon={Icon && <Icon size={16} aria-hidden="true" />}
              busy={busy !== undefined && busy === idOf(action)}
              unavailable={isOff || isOver}
              data-pressed={isPressed || undefined}
              aria-pressed={action.action === 'answer' ? isPressed : undefined}
              {...(isOff && nowhere.includes(action) && { 'aria-describedby': note })}
              onClick={() => void act(action, at)}
            >
              <span dir="auto">{action.action === 'copy' && copied === at ? t.copied : action.label}</span>
              {action.action === 'view' && <span className="hidden-words"> ({t.opens})</span>}
            </Button>
          )
        })}
      </Row>
      {nowhere.length > 0 && (
        <p id={note} className={styles.note}>
          {nowhere.map((action) => (isUnsafe(action) ? t.unsafe : t.android)({ label: action.label })).join(' ')}
        </p>
      )}
      {trouble ? (
        <p role="alert" className={styles.trouble}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{trouble.trouble}</span>
          <NoteButton
            onClick={() => {
              const at = actions.findIndex((each) => idOf(each) === trouble.id)
              const action = actions[at]
              if (action) void act(action, at)
            }}
          >
            {t.retry}
          </NoteButton>
        </p>
      ) : (
        press && <Pressed press={press} answered={answered} />
      )}
    </Stack>
  )
}

function Pressed({ press, answered }: { press: Press; answered: boolean }) {
  const t = useStore(messages)
  const today = useStore($today)
  const { label, status, error } = press
  const told = { label, time: clockOf(press.at * 1_000, today) }
  const failed = isFailed(press)
  const words =
    error !== undefined
      ? t.failed({ ...told, reason: error })
      : status === undefined
        ? (answered ? t.answered : t.pressed)(told)
        : failed
          ? t.status({ ...told, status: String(status) })
          : t.done(told)
  const Mark = failed ? CircleAlert : Check
  return (
    <p className={failed ? styles.trouble : styles.note} role="status">
      <Mark size={14} aria-hidden="true" />
      <bdi>{words}</bdi>
    </p>
  )
}

const isFailed = ({ status, error }: Press): boolean => error !== undefined || (status !== undefined && status >= 400)

/** The server gives each action an id; one that it hasn't stored yet can't be pressed there. */
const idOf = ({ id, label }: Action): string => id ?? label

/** Other clients may have stored an address that this one refuses to open. */
const isUnsafe = (action: Action): boolean => action.action === 'view' && !isOpenable(action.url)

function iconOf({ action }: Action, done: boolean): LucideIcon | undefined {
  if (done) return Check
  return action === 'view' ? Leaves : action === 'copy' ? Copy : undefined
}
