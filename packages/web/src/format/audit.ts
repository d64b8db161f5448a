import type { AuditAct, AuditEntry } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'
import { audit, auditActs } from './en.ts'
import { nameOfPlace } from './place.ts'

const messages = i18n('audit', audit)

/** The name of each act, in the audit log and in the settings of the person concerned. */
export const actNames = i18n<Record<AuditAct, string>>('audit-acts', auditActs)

/** Who did it: an administrator, or the command line; undefined for acts by the account itself. */
export const actorOf = ({ by, own }: AuditEntry): string | undefined => (own ? undefined : (by ?? messages.get().commandLine))

/** The name of an act. One unknown to this version is shown by the server's name for it. */
export function actOf({ count, ...entry }: AuditEntry): string {
  const act = onceOf(entry)
  return count === undefined ? act : messages.get().times({ act, count })
}

function onceOf({ act, details }: Omit<AuditEntry, 'count'>): string {
  const names = actNames.get()
  const name = Object.hasOwn(names, act) ? names[act as AuditAct] : act
  const more = Object.entries(details ?? {}).map(([key, value]) =>
    value === true ? key : `${key}: ${key === 'place' ? nameOfPlace(String(value)) : value}`,
  )
  return more.length === 0 ? name : messages.get().more({ act: name, details: more.join(', ') })
}
