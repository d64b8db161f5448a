import { openTermux } from './termux.ts'

// For tests: sends one text from Android in a separate process, which can be killed. Arguments: folder, key, message.

const [folder = '', key = '', message = ''] = process.argv.slice(2)
const phone = openTermux({ folder, log: console.log })
await phone.send({ key, addresses: ['+15550100'], message })
console.log('sent')
process.exit()
