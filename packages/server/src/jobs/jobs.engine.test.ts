import { openPostgres } from '../db/postgres.ts'
import { freshEngines } from '../test-engines.ts'
import { jobsContract } from './jobs.contract.ts'
import { nodesContract } from './nodes.contract.ts'

const open = async () => openPostgres((await freshEngines())?.WAYPOST_DATABASE_URL as string)

jobsContract('PostgreSQL', open)
nodesContract('PostgreSQL', open)
