/** The newsroom’s logo: made anew of its pixels as every picture is, and kept in a folder of its own for everybody. */
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assetId, shapeOf, widthsFor } from '../../shared/pictures.ts'
import { onDisk, receive } from '../assets/pictures.ts'
import type { Desk } from '../context.ts'
import { newId } from '../secrets.ts'

export class Logo {
  private readonly folder: string

  constructor(private readonly parts: Pick<Desk, 'config' | 'pictures'>) {
    this.folder = join(parts.config.dataDir, 'logos')
  }

  /** On disk when it resolves. @throws Refusal `wrong-type`, `not-readable`, `too-large`, `too-busy` */
  async keep(personId: string, file: Uint8Array | ReadableStream<Uint8Array>): Promise<string> {
    const work = join(this.folder, `new-${newId()}`)
    await mkdir(work, { recursive: true })
    try {
      const upload = join(work, 'upload')
      await receive(file, upload)
      const shape = await this.parts.pictures.darkroom.develop({ from: upload, to: work }, personId)
      await rm(upload)
      const id = assetId(newId() + newId().slice(0, 6), shape)
      await onDisk(work)
      await rename(work, join(this.folder, id))
      await onDisk(this.folder)
      return id
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }

  /** Null: it has no such file. */
  async read(id: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const shape = shapeOf(id)
    if (shape === null || !widthsFor(shape.width).some((width) => name === `${width}.webp`)) return null
    try {
      return new Uint8Array(await readFile(join(this.folder, id, name)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}
