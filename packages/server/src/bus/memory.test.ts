import { busContract } from './bus.contract.ts'
import { busInMemory } from './memory.ts'

busContract('memory', async () => {
  const errors: unknown[] = []
  const bus = busInMemory((error) => errors.push(error))
  return { one: bus, other: bus, errors }
})
