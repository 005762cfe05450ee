/** The log: one JSON line an event on standard output, without anybody's secrets. */
import pino, { type Logger } from 'pino'

const SECRETS = ['password', 'token', 'cookie', 'authorization']

/** @param level `silent` in tests */
export function makeLog(level = 'info'): Logger {
  return pino({
    level,
    base: null,
    // Nothing we log holds these; should somebody log a whole request one day, they stay out.
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*["set-${name}"]`]), censor: '(secret)' },
  })
}
