import styles from './Cards.module.css'

/** An address with a drawn map, without third-party map tiles. */
export function AddressCard({ name, address }: { name: string; address: string }) {
  return (
    <div className={styles.address}>
      <svg viewBox="0 0 280 96" preserveAspectRatio="xMidYMid slice" className={styles.map} aria-hidden="true">
        <g className={styles.streets}>
          <path d="M-10 18 290 96M-10 62 290 140M70-30 290 28" />
          <path d="M58 110 118-14M196 110 256-14M-20 130 10-14" />
        </g>
        <path className={styles.road} d="M118 110 178-14" />
        <path
          className={styles.pin}
          d="M140 66c-9-12-14-18-14-25a14 14 0 0 1 28 0c0 7-5 13-14 25zm0-20a5 5 0 1 0 0-10 5 5 0 0 0 0 10z"
        />
      </svg>
      <div className={styles.addressWords}>
        <strong className={styles.name} dir="auto">
          {name}
        </strong>
        {address && (
          <span className={styles.second} dir="auto">
            {address}
          </span>
        )}
      </div>
    </div>
  )
}
