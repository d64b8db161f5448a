import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher } from 'undici'

/** The address of a bucket, and the credentials. */
export interface Bucket {
  /** e.g. `https://s3.example.org`; buckets are addressed by path. */
  endpoint: string
  bucket: string
  /** The prefix of every name in the bucket: empty, or ends with a slash. */
  prefix: string
  region: string
  key: string
  secret: string
}

interface S3Request {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Buffer | AsyncIterable<Buffer>
}

type S3Response = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** An error response of an S3 store. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  /** The store's error code, such as `NoSuchUpload`; empty if it gave none. */
  readonly code: string

  constructor(status: number, body = '') {
    const code = element(body, 'Code') ?? ''
    super(['The file store refused:', status, code, element(body, 'Message') ?? ''].join(' ').trim())
    this.status = status
    this.code = code
  }
}

/** Attempts at a retryable request: one whose body is not a stream. */
const attempts = 4

/** The client of a bucket: requests are signed (Signature Version 4, unsigned payload), streamed both ways, and retried. */
export class S3Wire {
  readonly #bucket: Bucket
  readonly #agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 })

  constructor(bucket: Bucket) {
    this.#bucket = bucket
  }

  /** Sends a request for a name, or for the bucket itself. @throws S3Error, or an error of the network or of the body's stream */
  async ask(method: Dispatcher.HttpMethod, name: string | undefined, request: S3Request = {}): Promise<S3Response> {
    const once = request.body !== undefined && typeof request.body !== 'string' && !Buffer.isBuffer(request.body)
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#send(method, name, request)
        if (answer.statusCode < 300) return answer
        throw new S3Error(answer.statusCode, await answer.body.text())
      } catch (error) {
        const final = error instanceof S3Error && error.status < 500 && error.status !== 429
        if (once || final || attempt === attempts) throw error
        await sleep(Math.random() * 100 * 2 ** attempt)
      }
    }
  }

  /** The same, but returns the response as text. A store may respond with 200 and still report an error in the body. */
  async askText(method: Dispatcher.HttpMethod, name: string, request: S3Request = {}): Promise<string> {
    const answer = await this.ask(method, name, request)
    const text = await answer.body.text()
    if (text.includes('<Error>')) throw new S3Error(500, text)
    return text
  }

  /** The same, but discards the response body. */
  async tell(method: Dispatcher.HttpMethod, name: string | undefined, request: S3Request = {}): Promise<S3Response['headers']> {
    const answer = await this.ask(method, name, request)
    await answer.body.dump()
    return answer.headers
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #send(method: Dispatcher.HttpMethod, name: string | undefined, { query, headers, body }: S3Request): Promise<S3Response> {
    const { endpoint, bucket, prefix, region, key, secret } = this.#bucket
    const url = new URL(name === undefined ? `${endpoint}/${bucket}` : `${endpoint}/${bucket}/${prefix}${name}`)
    for (const [param, value] of Object.entries(query ?? {})) url.searchParams.set(param, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: headers ?? {},
      accessKeyId: key,
      secretAccessKey: secret,
      service: 's3',
      region,
    })
    const signed = await signer.sign()
    return this.#agent.request({
      origin: signed.url.origin,
      path: signed.url.pathname + signed.url.search,
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body === undefined ? {} : { body: isReplayable(body) ? body : Readable.from(body, { objectMode: false }) }),
    })
  }
}

const isReplayable = (body: NonNullable<S3Request['body']>) => typeof body === 'string' || Buffer.isBuffer(body)

/** The text of an element in the store's XML, where the elements we need are never nested. */
export function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replace(/&(lt|gt|quot|apos|amp|#34|#39);/g, (_, entity: string) => entities[entity] ?? '')
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#34': '"', '#39': "'" }
