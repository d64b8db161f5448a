import { savedContract } from './saved.contract.ts'
import { savedInMemory } from './saved.ts'

savedContract('memory', savedInMemory)
