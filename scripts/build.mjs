/** `npm run build`: installs and builds what changed without starting anything, e.g. for a service that runs from this folder. */
import { buildCompanion, buildExtension, buildServer, buildWeb, install, main } from './prepare.mjs'

await main(async () => {
  await install()
  await buildWeb()
  await buildCompanion()
  await buildExtension()
  await buildServer()
  console.log('Everything is installed and built.')
  return 0
})
