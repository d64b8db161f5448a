import { busInMemory } from '../bus/memory.ts'
import { lastStreamContract } from './last-stream.contract.ts'

lastStreamContract('memory', async (count) => {
  const bus = busInMemory((error) => {
    throw error
  })
  return Array.from({ length: count }, () => bus)
})
