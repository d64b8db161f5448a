import { inMemoryStore, openSession } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { remoteFilesFeature } from './remote-files.ts'

// For tests: a sharing device in a separate process, which can be killed. Arguments: server, token, device, folder.

const [origin = '', token = '', device = '', folder = ''] = process.argv.slice(2)
const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'test/1', sourceDevice: () => device })
await session.start()
await until(session.$connection, (connection) => connection === 'connected')
await remoteFilesFeature({ session, device, log() {}, folders: [folder] }).start()
console.log('listening')
