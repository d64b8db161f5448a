import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Opens a live stream and records its frames. */
export async function openStream(origin: string, token: string, query = '') {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/websocket/${token}${query}`)
  const frames: string[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    frames.push(String(data))
    wake()
  })
  await once(socket, 'message')
  frames.length = 0
  return {
    frames,
    async next(): Promise<string> {
      while (frames.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return frames.shift() as string
    },
    close: () => socket.close(),
  }
}
