import { expect, test as vitest } from 'vitest'
import { readConfig } from '../config.ts'
import { freshEngines } from '../test-engines.ts'
import { type FilesUnderTest, filesContract } from './files.contract.ts'
import { openS3 } from './s3.ts'
import { type Bucket, S3Wire } from './s3-wire.ts'

/** Whether the store is as strict as the big providers. */
const strict = process.env.WAYPOST_TEST_S3_STRICT !== undefined
const fresh = async () => readConfig((await freshEngines()) ?? {}).s3 as Bucket

async function openCounted(bucket: Bucket): Promise<FilesUnderTest> {
  const wire = new S3Wire(bucket)
  const keys = async (query: Record<string, string>) => {
    const answer = await wire.ask('GET', undefined, { query: { ...query, prefix: bucket.prefix } })
    return (await answer.body.text()).split('<Key>').length - 1
  }
  return {
    files: await openS3(bucket),
    count: async () => (await keys({ 'list-type': '2' })) + (await keys({ uploads: '' })),
  }
}

const test = vitest.runIf(strict)
if (strict) filesContract('s3', async () => openCounted(await fresh()))

test('a bucket that is not there and a key that does not open it are told apart at the start', async () => {
  const bucket = await fresh()
  await expect(openS3({ ...bucket, bucket: 'elsewhere' })).rejects.toMatchObject({ status: 404 })
  await expect(openS3({ ...bucket, secret: 'wrong' })).rejects.toMatchObject({ status: 403 })
  await expect(openS3({ ...bucket, endpoint: 'http://127.0.0.1:9' })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
