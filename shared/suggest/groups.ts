/**
 * Lays versions of a story beside each other block by block. A block that all versions have begins a group; what
 * only some have goes with the one it stands behind. So a paragraph is compared with itself wherever it was moved,
 * and where a group stands is decided apart from what is in it.
 */
import { isFixed, type Block } from './blocks.ts'
import { rising } from './match.ts'

export type Group = {
  key: string
  /** What belongs to it in the version all are compared with, and in each of the others. */
  base: Block[]
  others: Block[][]
}

export type Grouped = {
  groups: Map<string, Group>
  /** The order of the groups in each version; first in the one that all are compared with. */
  order: string[]
  orders: string[][]
  /** Which groups stand elsewhere, in each of the others. */
  movers: Set<string>[]
  /** What only the base has behind a block that stands elsewhere: it belongs to the group before, as that one stays. */
  behind: Map<string, string[]>
}

export function grouped(base: readonly Block[], others: readonly (readonly Block[])[]): Grouped {
  const known = new Set(base.map(({ key }) => key))
  const inAll = others.reduce(
    (keys, row) => {
      const has = new Set(row.map(({ key }) => key))
      return keys.filter((key) => has.has(key))
    },
    [...known],
  )
  const common = new Set(inAll)
  const places = new Map(inAll.map((key, i) => [key, i]))
  const orders = others.map((row) => row.filter(({ key }) => common.has(key)).map(({ key }) => key))
  const movers = orders.map((order) => {
    const stays = new Set(rising(order, (key) => places.get(key)!))
    return new Set(order.filter((key) => !stays.has(key)))
  })

  const groups = new Map<string, Group>()
  const groupOf = new Map<string, Group>()
  const behind: Grouped['behind'] = new Map()
  let mover: string | null = null
  let stayer: Group | null = null
  for (const block of base) {
    const { key } = block
    let group: Group | null = common.has(key) ? null : stayer
    if (group === null) {
      group = { key, base: [], others: others.map(() => []) }
      groups.set(key, group)
      mover = key
      if (isFixed(block) || !movers.some((some) => some.has(key))) [stayer, mover] = [group, null]
    } else if (mover !== null) behind.set(mover, [...(behind.get(mover) ?? []), key])
    group.base.push(block)
    groupOf.set(key, group)
  }
  others.forEach((row, n) => {
    // What is new goes behind what it stands behind; what the base has goes where the base has it.
    const rows = new Map<string, Block[]>()
    let last: Block[] = []
    for (const block of row)
      if (known.has(block.key)) rows.set(block.key, (last = [block]))
      else last.push(block)
    for (const { key } of base) {
      const blocks = rows.get(key)
      if (blocks) groupOf.get(key)!.others[n]!.push(...blocks)
    }
  })
  return { groups, order: inAll, orders, movers, behind }
}

/**
 * An order with some of its groups put where another one has them, each behind the same neighbour.
 * @param mobile groups that stand elsewhere there but are not to be moved: nobody's neighbours
 */
export function moved(
  order: readonly string[],
  like: readonly string[],
  which: ReadonlySet<string>,
  mobile: ReadonlySet<string> = which,
): string[] {
  if (which.size === 0) return [...order]
  const result = order.filter((key) => !which.has(key))
  const places = new Map(result.map((key, i) => [key, i]))
  const behind = new Map<number, string[]>()
  let place = -1
  for (const key of like)
    if (which.has(key)) behind.set(place, [...(behind.get(place) ?? []), key])
    else if (!mobile.has(key) && places.has(key)) place = places.get(key)!
  return [...(behind.get(-1) ?? []), ...result.flatMap((key, i) => [key, ...(behind.get(i) ?? [])])]
}
