/** Pictures: into a story, from one story into another, and out to those who may read it. */
import { Hono } from 'hono'
import { Asset, CopyAsset } from '../../shared/api.ts'
import { MAX_PICTURE_BYTES } from '../../shared/pictures.ts'
import { assetFor } from '../../db/assets.ts'
import { noAsset, tooLarge } from '../assets/pictures.ts'
import type { Desk } from '../context.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

/** What is under an asset's id never changes; but only its story's readers may keep it. */
const FOR_EVER = 'private, max-age=31536000, immutable'
const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export function assetRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.post(
    '/api/stories/:id/assets',
    describe({
      summary: 'Add a picture to a story',
      description:
        'The body is the file: JPEG, PNG, WebP, AVIF or GIF, whatever its Content-Type says. It is turned upright, ' +
        'kept up to 1920 pixels wide and without what a camera wrote into it. The same file again is the same asset. ' +
        'The answer’s id goes into the attribute `asset` of an image in the story; this alone shows nothing.',
      tag: 'Stories',
      takesFile: KINDS,
      answer: { status: 201, description: 'On disk.', schema: Asset },
      problems: ['not-allowed', 'no-story', 'not-saved', 'too-busy', 'too-many-files'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      await mustBeAbleOn(desk, person, id, 'write it')
      if (Number(c.req.header('content-length') ?? 0) > MAX_PICTURE_BYTES) throw tooLarge()
      return c.json(await desk.pictures.keep(id, person.id, c.req.raw.body ?? new Uint8Array()), 201)
    },
  )

  app.post(
    '/api/stories/:id/assets/copy',
    describe({
      summary: 'Take a picture of another story into this one',
      description: 'For copying text between stories: each story’s pictures are for its own readers.',
      tag: 'Stories',
      takes: CopyAsset,
      answer: { status: 201, description: 'On disk; the asset of this story.', schema: Asset },
      problems: ['not-allowed', 'no-story', 'no-asset', 'not-saved', 'too-busy', 'too-many-files'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      await mustBeAbleOn(desk, person, id, 'write it')
      const { asset } = await json(c, CopyAsset)
      const found = await assetFor(desk.db, person, asset)
      if (found === null) throw noAsset()
      return c.json(await desk.pictures.copy(found, id, person.id), 201)
    },
  )

  app.get(
    '/api/assets/:asset/:file',
    describe({
      summary: 'A picture',
      description:
        'For who may read its story. The file is `<width>.webp`: the id ends in the picture’s width and height, and 640 and 1280 ' +
        'are there if they are clearly narrower. Or `picture.jpg` (`picture.png` if one can see through it).',
      tag: 'Stories',
      answer: { status: 200, description: 'The file. It never changes.', media: ['image/webp', 'image/jpeg', 'image/png'] },
      problems: ['no-asset', 'not-found'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const asset = await assetFor(desk.db, person, c.req.param('asset'))
      if (asset === null) throw noAsset()
      const file = c.req.param('file')
      const etag = `"${asset.id}/${file}"`
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag, 'cache-control': FOR_EVER })
      const { bytes, type } = await desk.pictures.read(asset, file)
      return c.body(bytes, 200, { 'content-type': type, 'cache-control': FOR_EVER, etag, 'content-length': String(bytes.length) })
    },
  )

  return app
}
