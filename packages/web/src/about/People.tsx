import { useStore } from '@nanostores/react'
import type { AboutPeople } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { aboutWords } from './en.ts'
import styles from './People.module.css'
import { askPeople, shuffled } from './people.ts'

const messages = i18n('about', aboutWords)

/** Pictures of the people behind this server, in random order. */
export function People() {
  const t = useStore(messages)
  const [people, setPeople] = useState<AboutPeople>([])
  useEffect(() => {
    let stale = false
    void askPeople().then((said) => stale || setPeople(shuffled(said)))
    return () => {
      stale = true
    }
  }, [])
  if (people.length === 0) return null
  return (
    <Stack aria-label={t.people} as="section" gap={4} className={styles.people}>
      <h2>{t.people}</h2>
      <ul className={styles.list}>
        {people.map(({ name, image, about }) => (
          <li key={`${name} ${image}`} className={styles.person}>
            <Avatar name={name} seed={name} image={image} size={64} />
            <strong dir="auto">{name}</strong>
            {about && (
              <span className={styles.about} dir="auto">
                {about}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
