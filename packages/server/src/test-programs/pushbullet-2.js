// @ts-nocheck: the package has no types.
import { setTimeout as wait } from 'node:timers/promises'
import PushBullet from 'pushbullet-v2'

// A program as people write them with the package `pushbullet` 2.4.0. Prints its events, one JSON a line.

const [, , token, file] = process.argv
const pusher = new PushBullet(token)
const say = (what, heard) => console.log(JSON.stringify([what, heard]))
const read = async (what, asked) => {
  const body = await asked
  say(what, body)
  return body
}

const stream = pusher.stream()
const heard = []
for (const kind of ['nop', 'tickle']) stream.on(kind, (subtype) => heard.push([kind, subtype].filter(Boolean).join(' ')))
stream.connect()
const until = async (what) => {
  for (let tries = 0; tries < 500 && !heard.includes(what); tries++) await wait(10)
  say('heard', heard.splice(0))
}
await until('nop')

await read('me', pusher.me())
const device = await read('createDevice', pusher.createDevice({ nickname: 'Old terminal' }))
await until('tickle device')
await read('devices', pusher.devices())
await read('note', pusher.note(device.iden, 'A title', 'A body'))
await until('tickle push')
await read('link', pusher.link({}, 'Example', 'https://example.org/', 'look'))
await read('file', pusher.file({}, file, 'as promised'))
const history = await read('history', pusher.history({ limit: 10 }))
await read('dismissPush', pusher.dismissPush(history.pushes[2].iden))
await read('deletePush', pusher.deletePush(history.pushes[2].iden))
await read('channelInfo', pusher.channelInfo('program-2'))
const subscription = await read('subscribe', pusher.subscribe('program-2'))
await read('subscriptions', pusher.subscriptions())
await read('unsubscribe', pusher.unsubscribe(subscription.iden))
await read('deleteDevice', pusher.deleteDevice(device.iden))
// Without a callback it would keep every answer.
await new Promise((resolve) => {
  pusher.note('nosuchdevice', 'A title', 'A body', (error) => {
    say('unknown', error?.message)
    resolve()
  })
})
stream.close()
process.exit()
