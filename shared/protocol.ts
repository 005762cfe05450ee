/**
 * Numbers on the wire of `/sync/<storyId>`: y-websocket's messages, and ours from 100 up.
 * The whole protocol is written down in server/sync/PROTOCOL.md.
 */

export const MESSAGE_SYNC = 0
export const MESSAGE_AWARENESS = 1
export const MESSAGE_AUTH = 2
export const MESSAGE_QUERY_AWARENESS = 3
/** varUint n: the first n sync updates (step 2 or update) of this connection are on disk. */
export const MESSAGE_SAVED = 100
/** varUint 1: saving has stalled, nothing typed since is on disk; 0: it works again. */
export const MESSAGE_STALLED = 101
/** varString JSON: a `StoryNotice` (shared/review.ts), what has changed beside the text. */
export const MESSAGE_NOTICE = 102

/** Inside MESSAGE_SYNC. */
export const SYNC_STEP_1 = 0
export const SYNC_STEP_2 = 1
export const SYNC_UPDATE = 2

/**
 * Close codes. A stock y-websocket client stops for good on 4400-4499 and tries again on any other.
 */
export const CLOSE = {
  /** Bytes that are no message, an update that does not fit the story, or one under another's name. */
  badMessage: 4400,
  /** The sign-in has ended. */
  signedOut: 4401,
  /** No such story for this person. */
  noStory: 4404,
  /** The guest link they came by has ended. */
  linkEnded: 4410,
  /** The story's saved copy is damaged. */
  damaged: 4422,
  /** The page is older than the story's schema: reload to continue. */
  olderClient: 4409,
  /** One message or the whole story would be too large. */
  tooLarge: 4413,
  /** Too many messages, presence states or sockets. */
  tooMany: 4429,
  /** The server is going down; come back. */
  goingAway: 1001,
  /** The story could not be loaded now; come back. */
  notLoaded: 1011,
} as const

/** The largest message a session may send. */
export const MAX_MESSAGE_BYTES = 2 * 1024 * 1024
/**
 * The largest frame the socket takes at all. Above what a session may send, so that a client that sends
 * too much gets a final answer instead of a broken line, after which it would send it again for ever.
 */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024
/** The largest a story's Yjs state may grow. About fifty times a long interview. */
export const MAX_STORY_BYTES = 8 * 1024 * 1024

/** The desk's list and the inbox hear from the server this often, if only an empty text: a line that is silent for longer is cut. */
export const HEARTBEAT_MS = 25_000
