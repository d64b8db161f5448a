import { useStore } from '@nanostores/react'
import { i18n } from '../../ui/language.ts'
import styles from './Compared.module.css'
import { landingCompared } from './en.ts'

const messages = i18n('landing-compared', landingCompared)

/** Product names are the same in every language. */
const products = ['Waypost', 'Pushbullet', 'KDE Connect', 'ntfy']

/** A table of what Waypost and three other programs can and can't do. */
export function Compared() {
  const t = useStore(messages)
  const rows: [string, ...string[]][] = [
    [t.server, t.yes, t.no, t.needsNone, t.yes],
    [t.away, t.yes, t.yes, t.no, t.yes],
    [t.history, t.yes, t.yes, t.no, t.no],
    [t.sms, t.android, t.android, t.android, t.no],
    [t.files, t.yes, t.yes, t.yes, t.no],
    [t.store, t.webApp, t.android, t.yes, t.yes],
    [t.encryption, t.some, t.someToo, t.yes, t.no],
  ]
  return (
    <div className={styles.compared}>
      <h2 id="compared" className={styles.title}>
        {t.title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on narrow screens, with the arrow keys too */}
      <section className={`scroller ${styles.scroller}`} tabIndex={0} aria-labelledby="compared">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden-words">{t.what}</span>
              </th>
              {products.map((product) => (
                <th key={product} scope="col">
                  {product}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([what, ...cells]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                {cells.map((cell, index) => (
                  <td key={products[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.checked}>{t.checked}</p>
    </div>
  )
}
