/** In place of lib0's own in the pages: it looks for Node, its arguments and settings kept in the browser; there are none. */
export const isNode = false
export const isBrowser = true
export const getVariable = (): null => null
export const production = true
