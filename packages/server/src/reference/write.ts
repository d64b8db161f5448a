// Writes the document of all calls to the output, when the server is built.

import { atOnce } from '../processor/time.ts'
import { wholeDocument } from './whole.ts'

process.stdout.write(atOnce(wholeDocument()))
