/** In place of lib0's own in the pages: windows of one browser do not speak with each other past the server (`disableBc`). */
export const subscribe = (): void => {}
export const unsubscribe = subscribe
export const publish = subscribe
