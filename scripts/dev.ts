import { join } from 'node:path'
import { main, root, runNode } from './prepare.mjs'

// `npm run dev`: starts the server again at every change, and Vite, which shows changes of the web client without loading the page
// again. The browser opens the address of Vite, which passes all calls on to the server, so there is one origin.

const port = process.env.WAYPOST_PORT ?? '4280'
const webPort = '5173'
const web = `http://localhost:${webPort}`

await main(async () => {
  console.log(`The web client with hot reload is at ${web}; calls go to the server on port ${port}.`)
  const end = new AbortController()
  const server = runNode(['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
    env: { WAYPOST_PORT: port, WAYPOST_ORIGIN: process.env.WAYPOST_ORIGIN ?? web },
    signal: end.signal,
  })
  const vite = runNode([join(root, 'node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort'], {
    cwd: join(root, 'packages/web'),
    env: { WAYPOST_API: `http://localhost:${port}` },
    signal: end.signal,
  })
  // Neither is of use without the other.
  const code = await Promise.race([server, vite])
  end.abort()
  await Promise.allSettled([server, vite])
  return code
})
