import { MonitorSmartphone, Users } from 'lucide-react'
import type { Section } from '../route.ts'
import { i18n } from '../ui/language.ts'

/** The sections of the main page, in their order. One that does not exist yet has no entry here, and so no link anywhere. */
export const sectionList = [
  { section: 'people', words: 'people', Icon: Users, key: 'p' },
  { section: 'devices', words: 'devices', Icon: MonitorSmartphone, key: 'd' },
] as const satisfies readonly { section: Section; words: string; Icon: unknown; key: string }[]

export const sectionWords = i18n('sections', { label: 'Sections', people: 'People', devices: 'Devices' })
