import { openTermux } from './termux.ts'

// For tests: an Android phone's companion that sends one text in a process of its own, which can be killed. Words: folder, key, message.

const [folder = '', key = '', message = ''] = process.argv.slice(2)
const phone = openTermux({ folder, log: console.log })
await phone.send({ key, addresses: ['+15550100'], message })
console.log('sent')
process.exit()
