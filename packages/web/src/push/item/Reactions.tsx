// Shows the reactions to a message.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { useSession } from '../../session/context.ts'
import { i18n, params } from '../../ui/language.ts'
import type { ItemActions } from './actions.ts'
import styles from './Reactions.module.css'

const messages = i18n('reactions', {
  group: 'Reactions',
  yours: params('{emoji}, yours'),
  theirs: params('{emoji} from {names}'),
  both: params('{emoji}, yours and from {names}'),
})

interface ReactionsProps {
  item: HistoryItem
  /** The displayed name of the target. */
  name: string
  actions: ItemActions
  /** Its buttons are Tab stops. */
  reachable: boolean
}

/** The reactions under a bubble. A press on one gives the same, or takes back the user's own. */
export function Reactions({ item, name, actions, reachable }: ReactionsProps) {
  const t = useStore(messages)
  const own = useStore(useSession().$account)?.email_normalized
  return (
    <ul className={styles.reactions} aria-label={t.group}>
      {Object.entries(item.push.reactions ?? {}).map(([emoji, people]) => {
        const isOwn = own !== undefined && people.includes(own)
        const others = people.filter((person) => person !== own)
        const words = others.length === 0 ? t.yours : isOwn ? t.both : t.theirs
        return (
          <li key={emoji}>
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={isOwn}
              aria-label={words({ emoji, names: name })}
              tabIndex={reachable ? 0 : -1}
              onClick={() => actions.react(item, isOwn ? '' : emoji)}
            >
              <span>{emoji}</span>
              {people.length > 1 && <span className={styles.count}>{people.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
