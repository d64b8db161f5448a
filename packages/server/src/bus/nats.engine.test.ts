import { busContract } from './bus.contract.ts'
import { openNats } from './nats.ts'

let count = 0
const fresh = () => `${process.env.WAYPOST_TEST_NATS_URL}/test-${process.pid}-${count++}`

busContract('nats', async () => {
  const url = fresh()
  const errors: unknown[] = []
  const hear = (error: unknown) => errors.push(error)
  return { one: await openNats(url, hear), other: await openNats(url, hear), errors }
})
