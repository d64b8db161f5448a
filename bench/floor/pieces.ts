import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The floor for a server that stores files: each body is streamed into a file, which is on disk before the response. */
const folder = process.env.WAYPOST_DATA ?? '.'
const http = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(join(folder, `${request.url?.slice(1)}.piece`), { flush: true }))
  response.end('{}')
})
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as { port: number }
  console.log(`The floor is ready at http://127.0.0.1:${port}`)
})
process.on('SIGTERM', () => process.exit(0))
