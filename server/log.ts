/** The log: one JSON line an event on standard output, without anybody's secrets. */
import pino, { type DestinationStream, type Logger } from 'pino'

const SECRETS = ['password', 'token', 'cookie', 'set-cookie', 'authorization']

/** @param level `silent` in tests */
export function makeLog(level = 'info', to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    // Nothing we log holds these; should somebody log a whole request one day, they stay out.
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '(secret)',
    },
  }
  return to === undefined ? pino(options) : pino(options, to)
}
