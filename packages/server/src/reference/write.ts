// Writes the document of all calls to the output during the build.

import { atOnce } from '../processor/time.ts'
import { wholeDocument } from './whole.ts'

process.stdout.write(atOnce(wholeDocument()))
