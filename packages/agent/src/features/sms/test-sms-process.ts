import { inMemoryStore, openSession } from '@waypost/client'
import { until } from '@waypost/client/ground/until'
import { openGammu } from '../../phone/gammu.ts'
import { smsFeature } from './sms.ts'

// For tests: the SMS feature in a separate process, which can be killed. Arguments: server, token, device, smsdrc, folder.

const [origin = '', token = '', device = '', config = '', folder = ''] = process.argv.slice(2)
const session = openSession({ origin, token, saved: inMemoryStore(), agent: 'test/1', sourceDevice: () => device })
await session.start()
await until(session.$connection, (connection) => connection === 'connected')
const phone = openGammu({ config, folder, log() {}, every: 20 })
const answer = smsFeature({ session, device, log() {}, phone })
console.log('listening')
await answer.start()
