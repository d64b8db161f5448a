import { atom, onMount, type ReadableAtom } from 'nanostores'
import { onSettingChanged, readSetting, writeSetting } from '../../browser/storage.ts'

const playedKey = 'voice played'
const rateKey = 'voice rate'

/** Older ones appear as unplayed again. */
const remembered = 1_000

const rates: readonly number[] = [1, 1.5, 2]

const stored = (): string[] => {
  try {
    const idens: unknown = JSON.parse(readSetting(playedKey) ?? '[]')
    return Array.isArray(idens) ? idens.filter((iden) => typeof iden === 'string') : []
  } catch {
    return []
  }
}

const $idens = atom<ReadonlySet<string>>(new Set(stored()))
onMount($idens, () => onSettingChanged((key) => (key === playedKey || key === null) && $idens.set(new Set(stored()))))

/** The idens of the pushes that were played. */
export const $played: ReadableAtom<ReadonlySet<string>> = $idens

/** Records that a voice message was played, by the iden of its push. */
export function markPlayed(iden: string): void {
  const idens = [...stored().filter((each) => each !== iden), iden].slice(-remembered)
  writeSetting(playedKey, JSON.stringify(idens))
  $idens.set(new Set(idens))
}

const $chosen = atom<number>(rates.find((rate) => String(rate) === readSetting(rateKey)) ?? 1)

/** The playback rate. */
export const $rate: ReadableAtom<number> = $chosen

/** Switches to the next rate, and from the last to the first. */
export function nextRate(): void {
  const next = rates[(rates.indexOf($chosen.get()) + 1) % rates.length] ?? 1
  writeSetting(rateKey, String(next))
  $chosen.set(next)
}
