/** Which addresses of the network a target may have: those of the world, and those of this network only if somebody says so. */
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Never asked, whatever anybody allows: nobody, everybody, and where clouds tell a machine its own secrets. */
const NEVER = listOf(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
)

/** Of this machine, of this network, of a provider's; and ranges that are for examples and measuring. */
const PRIVATE = listOf(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['::1', 128],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
)

/** IPv6 addresses that lead to an IPv4 one, and after how many groups it stands. */
const CARRIERS: readonly [BlockList, number][] = [
  [listOf(['::ffff:0:0:0', 96]), 6],
  [listOf(['64:ff9b::', 96]), 6],
  [listOf(['64:ff9b:1::', 48]), 6],
  [listOf(['2002::', 16]), 1],
]
/** Leads to whoever runs its relay. */
const TEREDO = listOf(['2001::', 32])

export type Reach = 'world' | 'private' | 'never'

/** @param address as the system gives it; what is no address is never asked */
export function reachOf(address: string): Reach {
  const plain = address.replace(/^\[|\]$|%.*$/g, '')
  if (isIP(plain) === 0) return 'never'
  if (!isIPv6(plain)) return reachIn(plain, 'ipv4')
  const carried = carriedBy(plain)
  if (carried !== null) return reachIn(carried, 'ipv4')
  if (TEREDO.check(plain, 'ipv6')) return 'never'
  return reachIn(plain, 'ipv6')
}

function reachIn(address: string, family: 'ipv4' | 'ipv6'): Reach {
  if (NEVER.check(address, family)) return 'never'
  return PRIVATE.check(address, family) ? 'private' : 'world'
}

function carriedBy(address: string): string | null {
  const groups = groupsOf(address)
  // `::ffff:a.b.c.d`, and the long-forgotten `::a.b.c.d`; not `::` and `::1`.
  const isMapped = groups.slice(0, 5).every((one) => one === 0) && (groups[5] === 0xffff || groups[5] === 0)
  if (isMapped && (groups[5] === 0xffff || groups[6] !== 0)) return quad(groups, 6)
  const carrier = CARRIERS.find(([list]) => list.check(address, 'ipv6'))
  return carrier === undefined ? null : quad(groups, carrier[1])
}

const quad = (groups: readonly number[], at: number): string =>
  [groups[at]! >> 8, groups[at]! & 255, groups[at + 1]! >> 8, groups[at + 1]! & 255].join('.')

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes every spelling in one: small letters, no dots.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [read(head), read(tail ?? '')]
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function listOf(...ranges: readonly [address: string, prefix: number][]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, address.includes(':') ? 'ipv6' : 'ipv4')
  return list
}
