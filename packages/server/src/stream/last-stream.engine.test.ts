import { openNats } from '../bus/nats.ts'
import { lastStreamContract } from './last-stream.contract.ts'

lastStreamContract('nats', (count) => {
  const url = `${process.env.WAYPOST_TEST_NATS_URL}/last-stream-${process.pid}`
  return Promise.all(Array.from({ length: count }, () => openNats(url, console.error)))
})
