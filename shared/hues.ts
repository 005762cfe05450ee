/** The desk's colours for people (--hue-0 to --hue-11 of client/theme.css by day), as plain hex for clients that know no theme. Index: a person's `hue`. */
export const HUES = [
  '#1f4fa3',
  '#21693f',
  '#8a3fa0',
  '#0b6b73',
  '#a8481b',
  '#a82560',
  '#5f6415',
  '#4a46b8',
  '#7a4a21',
  '#455a6e',
  '#6d2f5a',
  '#8a5a00',
] as const

export const colorOf = (hue: number): string => HUES[Math.abs(hue) % HUES.length]!
