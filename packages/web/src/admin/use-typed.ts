import { useEffect, useState } from 'react'

/** How long the user pauses before a search starts, in milliseconds. */
const pause = 250

/** The text of a search field: what to search for, which follows a pause in typing; a function that sets it; and the text as typed. */
export function useTyped(): [search: string, set: (text: string) => void, typed: string] {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return [search, setTyped, typed]
}
