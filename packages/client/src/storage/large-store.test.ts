import { largeStoreContract } from './large-store.contract.ts'
import { largeStoreInMemory } from './test-large-store.ts'

largeStoreContract('memory', async () => largeStoreInMemory(), {
  of: (bytes) => bytes,
  read: async (sliced) => sliced as Uint8Array,
})
