import { useEffect, useState } from 'react'
import { TextField } from '../ui/inputs/TextField.tsx'

/** The debounce of a search, in milliseconds. */
const pause = 250

interface SearchFieldProps {
  label: string
  /** Called with the search text after a pause in typing; the same function on every render. */
  onSearch: (text: string) => void
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <TextField label={label} type="search" value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
  )
}
