import { useStore } from '@nanostores/react'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { $look, chooseLook, type Look } from '../browser/appearance.ts'
import topic from '../page/topics/Topic.module.css'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './AppearanceTab.module.css'
import { appearance } from './en.ts'

const messages = i18n('appearance', appearance)

const icon = { size: 16, 'aria-hidden': true } as const

/** The appearance in this browser: theme, density, text size, motion. Each choice applies at once. */
export function AppearanceTab() {
  const t = useStore(messages)
  const look = useStore($look)
  return (
    <Stack gap={4}>
      <Choice part="theme" title={t.theme} lead={t.themeLead}>
        {[
          ['system', <Monitor key="icon" {...icon} />, t.system],
          ['light', <Sun key="icon" {...icon} />, t.light],
          ['dark', <Moon key="icon" {...icon} />, t.dark],
        ]}
      </Choice>
      <Choice part="density" title={t.density} lead={t.densityLead}>
        {[
          ['roomy', undefined, t.roomy],
          ['compact', undefined, t.compact],
        ]}
      </Choice>
      <Choice part="text_size" title={t.textSize} lead={t.textSizeLead}>
        {(['14', '15', '17', '19'] as const).map((size) => [
          size,
          <span key="sample" aria-hidden="true" style={{ fontSize: `${size}px` }}>
            {t.sample}
          </span>,
          <span key="words" className="hidden-words">
            {t.pixels({ size })}
          </span>,
        ])}
      </Choice>
      <label className={styles.card} data-kind="switch">
        <span>
          {t.motion}
          <small className={topic.lead}>{t.motionLead}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={look.motion === 'less'}
          aria-checked={look.motion === 'less'}
          onChange={({ target }) => chooseLook('motion', target.checked ? 'less' : 'full')}
        />
      </label>
    </Stack>
  )
}

interface ChoiceProps<Part extends keyof Look> {
  part: Part
  title: string
  lead: string
  children: [value: Look[Part], picture: ReactNode, words: ReactNode][]
}

function Choice<Part extends keyof Look>({ part, title, lead, children }: ChoiceProps<Part>) {
  const look = useStore($look)
  const id = useId()
  return (
    <fieldset className={styles.card} aria-describedby={id}>
      <legend className={topic.sectionTitle}>{title}</legend>
      <p id={id} className={topic.lead}>
        {lead}
      </p>
      <div className={styles.choices}>
        {children.map(([value, picture, words]) => (
          <label key={value}>
            <input
              type="radio"
              name={part}
              className="hidden-words"
              checked={look[part] === value}
              onChange={() => chooseLook(part, value)}
            />
            {picture}
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
