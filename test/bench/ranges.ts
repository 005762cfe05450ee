/** Which letters an update brings, read from its bytes without building anything: deliveries are counted with it. */
let bytes: Uint8Array = new Uint8Array(0)
let at = 0

function uint(): number {
  let number = 0
  let times = 1
  for (;;) {
    const byte = bytes[at++]!
    number += (byte & 127) * times
    if (byte < 128) return number
    times *= 128
  }
}

function skipString(): void {
  const length = uint()
  at += length
}

/**
 * @param update may be a view of a larger buffer
 * @param found the structs of one client: from `clock`, `length` of them, of which `letters` are text (ASCII) still there
 */
export function readRanges(
  update: Uint8Array,
  found: (client: number, clock: number, length: number, letters: number) => void,
): void {
  bytes = update
  at = 0
  const clients = uint()
  for (let i = 0; i < clients; i++) {
    const structs = uint()
    const client = uint()
    let clock = uint()
    for (let k = 0; k < structs; k++) {
      const info = bytes[at++]!
      const kind = info & 31
      let length = 1
      let letters = 0
      if (kind === 0 || kind === 10) {
        length = uint()
        if (kind === 0) found(client, clock, length, 0)
        clock += length
        continue
      }
      if (info & 0x80) {
        uint()
        uint()
      }
      if (info & 0x40) {
        uint()
        uint()
      }
      if ((info & 0xc0) === 0) {
        if (uint() === 1) skipString()
        else {
          uint()
          uint()
        }
        if (info & 0x20) skipString()
      }
      if (kind === 4) {
        length = letters = uint()
        at += length
      } else if (kind === 1) length = uint()
      else if (kind === 7) {
        const type = uint()
        if (type === 3 || type === 5) skipString()
      } else if (kind === 6) {
        skipString()
        skipString()
      } else if (kind === 8) {
        length = uint()
        for (let n = 0; n < length; n++) skipAny()
      } else throw new Error(`A content the bench does not read: ${kind}`)
      found(client, clock, length, letters)
      clock += length
    }
  }
}

function skipAny(): void {
  const tag = bytes[at++]!
  if (tag === 119) skipString()
  else if (tag === 125) {
    while (bytes[at++]! >= 128);
  } else if (tag === 124) at += 4
  else if (tag === 123) at += 8
  else if (tag < 120 || tag > 127 || tag === 122 || tag === 118 || tag === 117 || tag === 116)
    throw new Error(`A value the bench does not read: ${tag}`)
}

/** All letters in an update. */
export function lettersIn(update: Uint8Array): number {
  let all = 0
  readRanges(update, (_client, _clock, _length, letters) => {
    all += letters
  })
  return all
}
