// Routes WebSocket requests like all others, so that they must meet the same conditions of a route.

import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'
import { pathOf } from '../refusals.ts'

/** The connections of requests that are routed but not yet answered. */
const upgrading = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()

/** Whether a request asks for a WebSocket that a route may accept. */
export const isUpgrade = ({ raw }: FastifyRequest): boolean => upgrading.has(raw)

/** Routes a foreign interface's WebSocket request; false for any other. Unless a route accepts it, the response ends the connection. */
export function routeUpgrade(http: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
  const path = pathOf(request.url ?? '')
  if (!http.foreignForms.some((form) => form.owns('GET', path) && form.upgrades?.(path))) return false
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket as Socket)
  response.on('finish', () => {
    response.detachSocket(socket as Socket)
    socket.end()
  })
  socket.on('error', destroyItself)
  upgrading.set(request, { socket, head })
  http.routing(request, response)
  return true
}

/** Accepts a WebSocket request. The route sends no other response. */
export function acceptUpgrade(
  sockets: WebSocketServer,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: (webSocket: WebSocket, socket: Duplex) => void,
): void {
  const { socket, head } = upgrading.get(request.raw) as { socket: Duplex; head: Buffer }
  upgrading.delete(request.raw)
  reply.hijack()
  reply.raw.detachSocket(socket as Socket)
  sockets.handleUpgrade(request.raw, socket, head, (webSocket) => opened(webSocket, socket))
  socket.off('error', destroyItself)
}

function destroyItself(this: Duplex): void {
  this.destroy()
}
