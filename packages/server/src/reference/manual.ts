// Describes the operations of the API reference that are not calls, such as streams and the content of files.

import { limits } from '@waypost/protocol'
import { type Operation, type Parameter, type Response, refusalResponse } from './document.ts'

const token: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  description: 'A token of the account.',
  schema: { type: 'string' },
}
const delta: Parameter = {
  name: 'delta',
  in: 'query',
  required: false,
  description: '`1` puts what changed beside each tickle.',
  schema: { type: 'string', enum: ['1'] },
}
const key: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'Part of the address that was answered; it works without a token.',
  schema: { type: 'string' },
}
const frame = { $ref: '#/components/schemas/ServerFrame' }
const told = `The first frame says that nothing which happens from now on will be missed, and at least every ${limits.nopEvery / 1_000} seconds a
\`nop\` follows. A \`tickle\` says that something changed, \`push\` carries a message that is not kept, and \`reconnect\` asks to come back.
What a program sends is ignored.`
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const text = (description: string): Response => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

function streamOf(operationId: string, summary: string): Omit<Operation, 'tags'> {
  return {
    operationId,
    summary,
    description: told,
    parameters: [token, delta],
    security: [],
    responses: {
      101: { description: 'A WebSocket, with one frame a message.', content: { 'application/json': { schema: frame } } },
      401: { description: 'The token is not good.' },
    },
  }
}

/** Operations that are not calls: streams, file content, and addresses for administrators. */
export const otherOperations: readonly { path: string; method: string; operation: Omit<Operation, 'tags'> }[] = [
  { path: '/websocket/{token}', method: 'get', operation: streamOf('openStream', 'Opens the live stream as a WebSocket.') },
  { path: '/subscribe/{token}', method: 'get', operation: streamOf('subscribe', 'The same, under an older address.') },
  {
    path: '/streaming/{token}',
    method: 'get',
    operation: {
      operationId: 'streamLines',
      summary: 'The live stream as an answer that does not end, one frame a line.',
      description: told,
      parameters: [token, delta],
      security: [],
      responses: {
        200: { description: 'Frames, one a line.', content: { 'application/json': { schema: frame } } },
        401: refusalResponse(['invalid_access_token']),
      },
    },
  },
  {
    path: '/v2/upload/{key}',
    method: 'post',
    operation: {
      operationId: 'sendForm',
      summary: 'Sends a file whose address came from `requestUpload`, as one part of a form.',
      parameters: [key],
      security: [],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
          },
        },
      },
      responses: {
        204: { description: 'The file is there.' },
        400: refusalResponse(['invalid_request', 'invalid_param', 'file_too_big', 'storage_quota']),
        404: refusalResponse(['not_found']),
      },
    },
  },
  {
    path: '/v3/upload/{key}/{index}',
    method: 'post',
    operation: {
      operationId: 'sendPiece',
      summary: 'Sends one piece of a file, at an address that `startUpload` answered. It may be sent again.',
      parameters: [
        key,
        {
          name: 'index',
          in: 'path',
          required: true,
          description: 'Which piece, from 0.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      security: [],
      requestBody: { required: true, content: bytes },
      responses: {
        200: { description: 'The piece is there.', content: { 'application/json': { schema: { type: 'object' } } } },
        400: refusalResponse(['invalid_request']),
        404: refusalResponse(['not_found']),
      },
    },
  },
  {
    path: '/files/{key}/{name}',
    method: 'get',
    operation: {
      operationId: 'getFile',
      summary: 'A file, or a range of it. `HEAD` works as well.',
      parameters: [key, { name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      security: [],
      responses: {
        200: { description: 'The file.', content: bytes },
        206: { description: 'The range that was asked for.', content: bytes },
        304: { description: 'Not changed.' },
        404: text('There is none, or it was deleted.'),
        416: { description: 'The file has no such range.' },
      },
    },
  },
  {
    path: '/healthz',
    method: 'get',
    operation: {
      operationId: 'getHealth',
      summary: 'Whether this node can answer, which takes a question to its database.',
      security: [],
      responses: {
        200: {
          description: 'It can.',
          content: {
            'application/json': { schema: { type: 'object', properties: { status: { type: 'string', const: 'ok' } } } },
          },
        },
      },
    },
  },
  {
    path: '/metrics',
    method: 'get',
    operation: {
      operationId: 'getMetrics',
      summary: "Figures of this node for Prometheus. For programs on the same machine, and with an administrator's token.",
      responses: {
        200: text('The figures.'),
        401: refusalResponse(['invalid_access_token']),
        403: refusalResponse(['forbidden']),
      },
    },
  },
  {
    path: '/openapi.json',
    method: 'get',
    operation: {
      operationId: 'getOpenApi',
      summary: 'This description, as an OpenAPI 3.1 document.',
      security: [],
      responses: { 200: { description: 'The document.', content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  },
]
