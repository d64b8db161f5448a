// Runs the checks of a self-test page in this browser, and lists the results.

import { useEffect, useState } from 'react'
import styles from './Results.module.css'

/** A check; it throws or rejects on failure. */
export interface SelfTest {
  name: string
  check: () => void | Promise<void>
}

interface Result {
  name: string
  /** Empty if passed. */
  trouble: string
}

/** Runs checks in this browser and shows the results, for developers. It is not translated. */
export function Results({ title, tests }: { title: string; tests: readonly SelfTest[] }) {
  const [results, setResults] = useState<readonly Result[]>([])
  useEffect(() => {
    let gone = false
    void (async () => {
      const found: Result[] = []
      for (const { name, check } of tests) {
        found.push({ name, trouble: await troubleOf(check) })
        if (gone) return
      }
      setResults(found)
    })()
    return () => {
      gone = true
    }
  }, [tests])
  const failed = results.filter(({ trouble }) => trouble).length
  return (
    <main id="main" className={styles.page}>
      <h1>{title}</h1>
      <p role="status">
        {results.length === 0 ? 'running' : failed > 0 ? `${failed} of ${results.length} failed` : `all ${results.length} passed`}
      </p>
      <ul className={styles.list}>
        {results.map(({ name, trouble }) => (
          <li key={name} className={trouble ? styles.fail : styles.pass}>
            <strong>{trouble ? 'fail' : 'pass'}</strong>
            <span>{name}</span>
            {trouble && <span className={styles.trouble}>{trouble}</span>}
          </li>
        ))}
      </ul>
    </main>
  )
}

async function troubleOf(check: SelfTest['check']): Promise<string> {
  try {
    await check()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @throws Error if both are different as JSON */
export function same(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (one !== other) throw new Error(`${one} is not ${other}`)
}
