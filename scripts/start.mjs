/** `npm start`: installs, builds and starts the server. Arguments are passed on to it. */
import {
  buildCompanion,
  buildExtension,
  buildServer,
  buildWeb,
  install,
  main,
  runNode,
  serverEnvironment,
  serverProgram,
} from './prepare.mjs'

await main(async () => {
  await install()
  await buildWeb()
  await buildCompanion()
  await buildExtension()
  await buildServer()
  return runNode([serverProgram, ...process.argv.slice(2)], { env: serverEnvironment })
})
