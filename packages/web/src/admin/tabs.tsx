// Lists the tabs of the administration.

import type { ReactNode } from 'react'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'

const AuditLog = lazily(() => import('./AuditLog.tsx').then((module) => module.AuditLog))

const messages = i18n('admin-tabs', {
  audit: 'Audit log',
})

interface AdminTab {
  /** Its place in the address: `#admin/<key>`. */
  key: string
  label: string
  screen: () => ReactNode
}

/** The tabs of the administration, in order. A screen is loaded when its tab is first opened. */
export function adminTabs(): AdminTab[] {
  const t = messages.get()
  return [{ key: 'audit', label: t.audit, screen: () => <AuditLog /> }]
}
