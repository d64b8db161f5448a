import { useStore } from '@nanostores/react'
import { type Command, commandWords } from './commands.ts'
import { sectionNames } from './sections.ts'

/** The displayed names of commands. */
export function useCommandWords(): (command: Command) => string {
  const t = useStore(commandWords)
  const names = useStore(sectionNames)
  return ({ name, section }) => {
    if (name === 'go') return t.go({ section: section ? names[section] : '' })
    return t[name]
  }
}
