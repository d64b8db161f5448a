import { useState } from 'react'
import { hrefOf, settingsTabs } from '../../route.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import styles from './PagePreview.module.css'

const pages = [
  '/',
  '/#people',
  '/#people/new',
  '/#devices',
  '/#devices/new',
  '/#following',
  ...settingsTabs.map((tab) => `/${hrefOf('settings', tab)}`),
  '/chat',
  '/apps',
  '/device',
  '/phone',
  '/channels',
  '/pro',
  '/support',
  '/about',
  '/privacy',
  '/press',
  '/press/no-such-release',
  '/signin',
  '/signin?method=add',
  '/auth_error',
  '/auth_error?reason=another_exists',
  '/auth_error?reason=email',
  '/auth_error?reason=localstorage',
  '/no-such-page',
]

const widths = [1280, 768, 390]

/** Every page at important widths, for developers. It is not translated. */
export default function PagePreview() {
  const [page, setPage] = useState(pages[0])
  return (
    <main id="main" className={styles.preview}>
      <h1>Page preview</h1>
      <Row as="label" gap={3} className={styles.choice}>
        Page
        <select value={page} onChange={(event) => setPage(event.target.value)}>
          {pages.map((path) => (
            <option key={path}>{path}</option>
          ))}
        </select>
      </Row>
      <Stack gap={5} className={styles.frames}>
        {widths.map((width) => (
          <Stack key={width} as="figure" gap={1} className={styles.frame}>
            <figcaption>{width}</figcaption>
            <iframe key={page} title={`${page}, ${width} wide`} src={page} width={width} height={800} />
          </Stack>
        ))}
      </Stack>
    </main>
  )
}
