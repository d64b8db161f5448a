import { openPostgres } from '../db/postgres.ts'
import { freshEngines } from '../test-engines.ts'
import { jobsContract } from './jobs.contract.ts'

jobsContract('PostgreSQL', async () => openPostgres((await freshEngines())?.WAYPOST_DATABASE_URL as string))
