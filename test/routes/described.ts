/** Every answer that a scene gets is held against /api/openapi.json: its status, its type, its problem, its shape. */
import { z } from 'zod'
import type { Newsroom } from '../../server/newsroom.ts'

type Schema = Record<string, unknown>
type Said = { description?: string; content?: Record<string, { schema?: Schema }> }
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Said> }>>
  components: { schemas: Record<string, Schema> }
}
type Got = { status: number; type: string; problem: string | null; body: unknown }

/** The same for every newsroom: read once. */
let description: Promise<Description> | undefined
const shapes = new Map<string, z.ZodType>()

/** @throws when the description does not say of this route that it may answer so; of what is no route it says nothing */
export async function mustBeDescribed(app: Newsroom['app'], method: string, path: string, got: Got): Promise<void> {
  description ??= (async () => (await (await app.request('/api/openapi.json')).json()) as Description)()
  const { paths, components } = await description
  const route = Object.keys(paths)
    .filter((one) => paths[one]![method.toLowerCase()] !== undefined && fits(one, path.split('?')[0]!))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
  // What a browser has already is HTTP's matter, not a route's.
  if (route === undefined || got.status === 304) return
  const name = `${method} ${route}`
  const said = paths[route]![method.toLowerCase()]!.responses[got.status]
  if (said === undefined)
    throw new Error(`${name} answered ${got.status} (${got.problem}), and its description names no such answer`)
  if (got.problem !== null && !said.description?.includes(`\`${got.problem}\``))
    throw new Error(`${name} answered with the problem ${got.problem}, which its description does not name`)
  const types = Object.keys(said.content ?? {})
  const type = got.type.split(';')[0]!
  if (types.length === 0 ? type !== '' : !types.includes(type))
    throw new Error(`${name} answered ${got.status} as "${type}", and its description says ${types.join(', ') || 'no body'}`)
  const schema = said.content?.[type]?.schema
  if (!type.includes('json') || schema === undefined) return
  const key = `${name} ${got.status} ${type}`
  if (!shapes.has(key)) shapes.set(key, shapeOf(schema, components.schemas))
  const fit = shapes.get(key)!.safeParse(got.body)
  if (!fit.success)
    throw new Error(`${name} answered ${got.status} in another shape than described: ${z.prettifyError(fit.error)}`)
}

const patterns = new Map<string, RegExp>()

function fits(route: string, path: string): boolean {
  let pattern = patterns.get(route)
  if (pattern === undefined) {
    const parts = route.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    patterns.set(route, (pattern = new RegExp(`^${parts.join('[^/]+')}$`)))
  }
  return pattern.test(path)
}

function shapeOf(schema: Schema, components: Record<string, Schema>): z.ZodType {
  const local = JSON.stringify({ ...schema, $defs: components }).replaceAll('#/components/schemas/', '#/$defs/')
  // Patterns are of Unicode, which zod reads without its flag. What they keep out is tried where it is sent in.
  const plain: unknown = JSON.parse(local, (name, value: unknown) => (name === 'pattern' ? undefined : value))
  return z.fromJSONSchema(plain as Parameters<typeof z.fromJSONSchema>[0])
}
