/** `npm run build`: installs and builds what changed, and starts nothing: beside a service that runs from this folder, and before its first start. */
import { buildCompanion, buildWeb, install, main } from './prepare.mjs'

await main(async () => {
  await install()
  await buildWeb()
  await buildCompanion()
  console.log('Everything is installed and built.')
  return 0
})
