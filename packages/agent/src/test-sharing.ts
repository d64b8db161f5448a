import { openClient, savedInMemory } from '@waypost/client'
import { until } from '@waypost/client/until'
import { answerRemoteFiles } from './answer/remote-files.ts'

// For tests: a device in a process of its own, which can be killed. Words: server, token, device, folder.

const [origin = '', token = '', device = '', folder = ''] = process.argv.slice(2)
const client = openClient({ origin, token, saved: savedInMemory(), agent: 'test/1', sourceDevice: device })
await client.start()
await until(client.$connection, (connection) => connection === 'connected')
await answerRemoteFiles({ client, device, log() {}, folders: [folder] }).begin()
console.log('listening')
