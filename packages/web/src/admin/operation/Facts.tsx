import { Fragment, type ReactNode } from 'react'
import styles from './Operation.module.css'

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Two lines of a cell, the second in small print. */
export function TwoLines({ children, second }: { children: ReactNode; second: ReactNode }) {
  return (
    <>
      {children}
      <span className={styles.second}>{second}</span>
    </>
  )
}
