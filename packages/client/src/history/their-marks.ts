import type { ReadMarker } from '@waypost/protocol'
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { OpenMirror } from '../sync/mirror.ts'

/** How far the other person of a conversation has received and read it. Stamps and times in seconds; 0 while unknown. */
export interface TheirMarks {
  /** Pushes up to this `created` stamp have reached one of their sessions, and when that was reported. */
  deliveredTo: number
  deliveredAt: number
  /** Up to where they have read, and when that was reported. */
  readTo: number
  readAt: number
}

/** The marks of a conversation, by name. An atom changes only when its marks do. */
export function openTheirMarks(mirror: OpenMirror): (conversation: string) => ReadableAtom<TheirMarks | undefined> {
  const marks = new Map<string, WritableAtom<TheirMarks | undefined>>()

  function at(conversation: string): WritableAtom<TheirMarks | undefined> {
    const known = marks.get(conversation) ?? atom<TheirMarks | undefined>(undefined)
    marks.set(conversation, known)
    return known
  }

  mirror.onChanges(({ read_markers }) => {
    for (const { before, after } of read_markers) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation === undefined) continue
      const [$marks, next] = [at(conversation), after && marksOf(after)]
      if (!isSame($marks.get(), next)) $marks.set(next)
    }
  })

  return at
}

function marksOf(marker: ReadMarker): TheirMarks | undefined {
  const { their_delivered_to: deliveredTo = 0, their_delivered_at: deliveredAt = 0 } = marker
  const { their_read_to: readTo = 0, their_read_at: readAt = 0 } = marker
  return deliveredTo === 0 && readTo === 0 ? undefined : { deliveredTo, deliveredAt, readTo, readAt }
}

const isSame = (a: TheirMarks | undefined, b: TheirMarks | undefined): boolean =>
  a === b || (a?.deliveredTo === b?.deliveredTo && a?.readTo === b?.readTo && a?.readAt === b?.readAt)
