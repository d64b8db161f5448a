// @ts-nocheck: the package has no types.
import { setTimeout as wait } from 'node:timers/promises'
import PushBullet from 'pushbullet'

// A program as people write them with the package `pushbullet` 3.0.0. Prints its events, one JSON a line.

const [, , token, file, friend] = process.argv
const pusher = new PushBullet(token)
const say = (what, heard) => console.log(JSON.stringify([what, heard]))
const read = async (what, asked) => {
  const answer = await asked
  const body = await answer.json()
  say(what, { status: answer.status, body })
  return body
}

const stream = pusher.stream()
const heard = []
stream.on('error', (error) => say('stream error', error.message))
stream.on('nop', () => heard.push('nop'))
stream.on('tickle', (subtype) => heard.push(`tickle ${subtype}`))
stream.on('push', (push) => heard.push(`push ${push.type} ${push.body}`))
/** Waits until the stream has said something that it had not said before. */
const until = async (what) => {
  for (let tries = 0; tries < 500 && !heard.includes(what); tries++) await wait(10)
  say('heard', heard.splice(0))
}
stream.connect()
await until('nop')

const me = await read('me', pusher.me())
const device = await read('createDevice', pusher.createDevice({ nickname: 'Terminal', icon: 'desktop', has_sms: true }))
await until('tickle device')
await read('updateDevice', pusher.updateDevice(device.iden, { nickname: 'Console' }))
await read('devices', pusher.devices())
const note = await read('note', pusher.note(device.iden, 'A title', 'A body'))
await until('tickle push')
await read('link', pusher.link({}, 'Example', 'https://example.org/', 'look'))
await read('broadcast', pusher.note('', 'To all', 'of them'))
await read('friend', pusher.note(friend, 'Hello', 'friend'))
const sent = await read('file', pusher.file({}, file, 'as promised'))
const fetched = await fetch(sent.file_url)
say('fetched', { status: fetched.status, body: await fetched.text() })
await read('dismissPush', pusher.dismissPush(note.iden))
await read('history', pusher.history({ limit: 10 }))
await read('deletePush', pusher.deletePush(note.iden))
await read('unknown', pusher.note('nosuchdevice', 'A title', 'A body'))

await read('createChannel', pusher.createChannel({ tag: 'program-3', name: 'Program' }))
await read('channelInfo', pusher.channelInfo('program-3'))
const subscription = await read('subscribe', pusher.subscribe('program-3'))
await read('muteSubscription', pusher.muteSubscription(subscription.iden))
await read('subscriptions', pusher.subscriptions())
await read('unsubscribe', pusher.unsubscribe(subscription.iden))

const chat = await read('createChat', pusher.createChat('someone@example.org'))
await read('muteChat', pusher.muteChat(chat.iden))
await read('chats', pusher.chats())
await read('deleteChat', pusher.deleteChat(chat.iden))

const text = await read('createText', pusher.createText(device.iden, '+15550100', 'On my way', {}))
await read('deleteText', pusher.deleteText(text.iden))

heard.length = 0
await read('clip', pusher.sendClipboard({ body: 'copied', source_user_iden: me.iden, source_device_iden: device.iden }))
await until('push clip copied')
pusher.enableEncryption('a password', me.iden)
const secret = pusher.stream()
secret.on('push', (push) => heard.push(`decrypted ${push.body}`))
await new Promise((resolve) => {
  secret.on('nop', resolve)
  secret.connect()
})
await read('encrypted clip', pusher.sendClipboard({ body: 'secret', source_user_iden: me.iden, source_device_iden: device.iden }))
await until('decrypted secret')

await read('deleteDevice', pusher.deleteDevice(device.iden))
await read('deleteAllPushes', pusher.deleteAllPushes())
await read('wrong token', new PushBullet('o.wrong').me())
secret.close()
stream.close()
