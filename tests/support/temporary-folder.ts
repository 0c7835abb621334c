import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, removed with all that is in it by `using` or `remove`. */
export const temporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), 'site-test-'))
