import styles from './LanesDrawing.module.css'

/** The drawing at the bottom of the page; decoration only. */
export function LanesDrawing() {
  return (
    <svg
      viewBox="0 0 1200 140"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      className={styles.lanes}
      aria-hidden="true"
      data-decoration="lanes"
    >
      <path className={styles.third} d="M0 140V92a24 24 0 0 1 24-24h352a20 20 0 0 0 20-20 20 20 0 0 1 20-20h784v112z" />
      <path className={styles.second} d="M0 140v-14a24 24 0 0 1 24-24h560a20 20 0 0 0 20-20 20 20 0 0 1 20-20h576v78z" />
      <path className={styles.first} d="M330 140v-2a16 16 0 0 1 16-16h454a14 14 0 0 0 14-14 14 14 0 0 1 14-14h372v46z" />
      <g className={styles.dots}>
        <circle cx="520" cy="48" r="5" />
        <circle cx="760" cy="82" r="5" />
        <circle cx="930" cy="114" r="5" />
        <circle cx="980" cy="114" r="5" />
        <circle cx="1030" cy="114" r="5" />
      </g>
    </svg>
  )
}
