import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useSession } from '../../session/context.ts'
import { ListCard } from '../../ui/cards/ListCard.tsx'
import { TypeIcon } from '../item/TypeIcon.tsx'
import { closeTicks, ticksOf } from './session-ticks.ts'

/** A list that the server has. Ticks show at once, even offline. */
export function ListPush({ push }: { push: Push }) {
  const session = useSession()
  const ticks = ticksOf(session)
  const pending = useStore(ticks.$pending).get(push.iden)
  const items = (push.items ?? []).map(({ text, checked }, index) => ({ text, checked: pending?.get(index) ?? checked }))
  return (
    <ListCard
      title={push.title ?? ''}
      items={items}
      icon={<TypeIcon type="list" size={18} />}
      onTick={(index, checked) => ticks.tick(push, index, checked)}
    />
  )
}

/** Sends ticks made earlier, e.g. offline. Returns a function that stops. */
export function sendTicks(session: Session): () => void {
  ticksOf(session)
  return () => closeTicks(session)
}
