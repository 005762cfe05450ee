/** A whole newsroom on a real database in a folder of its own, with time that the test turns. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pino from 'pino'
import { DATABASE_FILE, type Db } from '../db/open.ts'
import { addPerson, addSignIn } from '../db/people.ts'
import { addStory } from '../db/stories.ts'
import { newsroom, type Newsroom } from '../server/newsroom.ts'
import { hashOfSecret, newSecret, type PasswordCost } from '../server/secrets.ts'
import type { Person } from '../shared/api.ts'
import type { Role } from '../shared/can.ts'
import { schema } from '../shared/schema.ts'
import { seedStory, type Seed } from '../shared/story.ts'
import { TurnedClock } from './clock.ts'
import { newFolder, openQuickly } from './new-folder.ts'

/** What a password costs where no test is about that. */
export const QUICK: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export type SignedInPerson = Person & { cookie: string; signIn: string }

export class TestNewsroom {
  /** Looks at the database from outside, as it is on disk. */
  readonly disk: SQLite.Database
  private counter = 0

  private constructor(
    public room: Newsroom,
    public db: Db,
    readonly folder: string,
    readonly clock: TurnedClock,
  ) {
    this.disk = new SQLite(join(folder, DATABASE_FILE), { readonly: true })
  }

  static async open(): Promise<TestNewsroom> {
    const folder = await newFolder()
    const clock = new TurnedClock()
    const { room, db } = await TestNewsroom.start(folder, clock)
    return new TestNewsroom(room, db, folder, clock)
  }

  private static async start(folder: string, clock: TurnedClock): Promise<{ room: Newsroom; db: Db }> {
    const db = await openQuickly(folder)
    const config = {
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      publicUrl: null,
      mail: null,
      siteFolders: [],
      key: null,
      demo: false,
    }
    return { room: await newsroom({ db, config, clock, log: pino({ level: 'silent' }) }, QUICK), db }
  }

  get rooms() {
    return this.room.desk.rooms
  }

  async person(name: string, role: Role = 'editor'): Promise<SignedInPerson> {
    const id = `p-${name.toLowerCase()}`
    const now = this.clock.now()
    const person = await addPerson(this.db, { id, email: `${id}@desk.example`, name, role, passwordHash: 'none', now })
    const secret = newSecret()
    const signIn = hashOfSecret(secret)
    await addSignIn(this.db, { token_hash: signIn, person_id: id, created_at: now, expires_at: now + 86_400_000 })
    return { ...person!, cookie: `copydesk=${secret}`, signIn }
  }

  /** A story of these paragraphs. */
  async story(paragraphs: readonly string[] = [''], seed: Seed = {}): Promise<string> {
    const id = `story-${(this.counter += 1)}`
    const body = schema.node(
      'doc',
      null,
      paragraphs.map((text, i) => schema.node('paragraph', { id: `b${i}` }, text === '' ? [] : [schema.text(text)])),
    )
    await addStory(this.db, {
      id,
      slug: id,
      headline: seed.headline ?? '',
      dek: '',
      byline: '',
      words: 0,
      createdBy: null,
      now: this.clock.now(),
      seed: seedStory({ body, ...seed }, 'b0'),
    })
    return id
  }

  /**
   * Under which Yjs client the server's own edits of a story or a fork will be; else chance says so. Of what two do at once
   * the lower client's stands first.
   */
  serverWrites(storyId: string, client: number): void {
    this.byAnotherHand(`insert or ignore into writers (story_id, client, person_id) values ('${storyId}', ${client}, 'server')`)
  }

  /** Another hand in the database, while the server runs. */
  byAnotherHand(query: string): void {
    const hand = new SQLite(this.disk.name)
    hand.exec(query)
    hand.close()
  }

  /** Orderly: everything is saved first. */
  async restart(): Promise<void> {
    await this.room.close()
    await this.db.destroy()
    await this.begin()
  }

  /** As if killed: what is not on disk is gone, nobody is told. */
  async crash(): Promise<void> {
    await this.db.destroy()
    await this.begin()
  }

  private async begin(): Promise<void> {
    const { room, db } = await TestNewsroom.start(this.folder, this.clock)
    this.room = room
    this.db = db
  }

  async close(): Promise<void> {
    this.disk.close()
    await this.room.close()
    await this.db.destroy()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
