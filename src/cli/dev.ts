import { serveLive } from '../generator/live-editing.ts'
import { readSettings } from '../settings.ts'
import { run } from './run.ts'

await run(() => serveLive(readSettings()))
