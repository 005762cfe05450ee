/** Before the scenes of a run that starts servers: what they run is built from what there is. */
import { buildWhenStale } from '../server/build.ts'

export const setup = (): Promise<void> => buildWhenStale((line) => process.stdout.write(`${line}\n`))
