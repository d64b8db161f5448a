import net from 'node:net'
import tls from 'node:tls'

// Loaded before a program that knows only the public service: its encrypted requests reach our server unencrypted. The program itself is as
// published, and notices nothing.

const origin = new URL(process.env.WAYPOST_TEST_ORIGIN as string)
const hosts = ['api.pushbullet.com', 'stream.pushbullet.com']
const connect = tls.connect

tls.connect = ((...args: Parameters<typeof tls.connect>) => {
  const options = args[0] as unknown as tls.ConnectionOptions
  const host = options.servername || options.host || ''
  if (!hosts.includes(host)) throw new Error(`The program wanted to reach ${host}.`)
  const socket = net.connect({ host: origin.hostname, port: Number(origin.port) })
  socket.once('connect', () => socket.emit('secureConnect'))
  return socket
}) as typeof connect
