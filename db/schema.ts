/**
 * Every table on one page. Times are milliseconds since 1970, booleans 0/1, json text: the same code
 * runs on SQLite and PostgreSQL.
 */
import type { Level, Role } from '../shared/can.ts'
import type { EditionKind, Gate, TargetKind, Visibility } from '../shared/publish/workflow.ts'
import type { DELIVERY_STATES } from '../shared/shapes/editions.ts'
import type { VersionReason } from '../shared/shapes/versions.ts'
import type { ThreadKind } from '../shared/review.ts'
import type { Field, Stage } from '../shared/story.ts'
import type { InboxKind, MailWish } from '../shared/inbox.ts'

export type Tables = {
  newsroom: NewsroomTable
  people: PeopleTable
  sign_ins: SignInsTable
  links: LinksTable
  stories: StoriesTable
  story_people: StoryPeopleTable
  guest_links: GuestLinksTable
  writers: WritersTable
  updates: UpdatesTable
  checkpoints: CheckpointsTable
  set_aside: SetAsideTable
  assets: AssetsTable
  threads: ThreadsTable
  comments: CommentsTable
  thread_reads: ThreadReadsTable
  style_rules: StyleRulesTable
  style_checks_off: StyleChecksOffTable
  forks: ForksTable
  decisions: DecisionsTable
  inbox: InboxTable
  inbox_settings: InboxSettingsTable
  inbox_mutes: InboxMutesTable
  mails: MailsTable
  mail_key: MailKeyTable
  stage_moves: StageMovesTable
  particulars: ParticularsTable
  paths: PathsTable
  gates: GatesTable
  versions: VersionsTable
  editions: EditionsTable
  releases: ReleasesTable
  outbox: OutboxTable
  targets: TargetsTable
  site_stories: SiteStoriesTable
  site_names: SiteNamesTable
  site_pictures: SitePicturesTable
  site_changes: SiteChangesTable
  site_links: SiteLinksTable
}

/** One row: the newsroom's settings. */
export type NewsroomTable = {
  id: 1
  name: string
  /** JSON: how it publishes, and its public site; null: as it comes (shared/publishing.ts). */
  publishing: string | null
  site: string | null
}

export type PeopleTable = {
  id: string
  /** Lower case; unique among all, removed people included. Of a guest by link it only fills the place. */
  email: string
  name: string
  role: Role
  /** argon2id, PHC string. */
  password_hash: string
  /** 0-11: which of the desk's colours is theirs. */
  hue: number
  created_at: number
  removed_at: number | null
  /** 1: a guest who came by a link. They have no e-mail and no password, and are in no list of the newsroom's people. */
  by_link: 0 | 1
}

/** A browser or script that is signed in. The cookie's secret is kept only as its SHA-256. */
export type SignInsTable = {
  token_hash: string
  person_id: string
  created_at: number
  expires_at: number
}

/** Secrets handed out as links, kept only as their SHA-256. */
export type LinksTable = {
  id: string
  token_hash: string
  kind: 'setup' | 'invite' | 'signin'
  /** The role an invite gives. */
  role: Role | null
  /** The story an invite opens. */
  story_id: string | null
  /** Whom a sign-in link signs in. */
  person_id: string | null
  created_by: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

export type StoriesTable = {
  id: string
  slug: string
  /** Copies of the Y.Doc's fields, for the desk; the Y.Doc is the truth. */
  headline: string
  dek: string
  byline: string
  words: number
  stage: Stage
  /** The schema number its body was last written with: an older server refuses to open it. */
  schema: number
  created_by: string | null
  created_at: number
  edited_by: string | null
  edited_at: number
  deleted_at: number | null
  /** Why it cannot be opened: a damaged update or checkpoint. */
  trouble: string | null
  /** Who has it on their table. */
  holder_id: string | null
  due_at: number | null
  /** An editor's stop. Null: there is none. */
  hold_reason: string | null
  held_by: string | null
  held_at: number | null
  /** The stage it was spiked in. */
  spiked_from: Stage | null
  /** A time before which nothing may leave. */
  embargo_until: number | null
  embargo_zone: string | null
  /** What readers would get of it, when that was last looked at: for the desk's list, not for deciding anything. */
  content_hash: string | null
}

/** Guests see only the stories they are named for here; for anybody, what the story allows beside their role. */
export type StoryPeopleTable = {
  story_id: string
  person_id: string
  /** Null: as the role has it. */
  level: Level | null
  legal: 0 | 1 | null
  /** JSON: the ids of the only blocks they may see. Null: all. */
  passages: string | null
  /** The guest link that let them in, which then says all of this, and is over when it is. */
  link_id: string | null
}

/** A link for guests of one story, who give a name and nothing else. The secret is kept only as its SHA-256. */
export type GuestLinksTable = {
  id: string
  token_hash: string
  story_id: string
  /** For whom it was made, in the desk's words. */
  label: string
  level: Exclude<Level, 'write'>
  legal: 0 | 1
  /** JSON: the ids of the only blocks its guests see. Null: the whole story. */
  passages: string | null
  /** How many people may come by it, and how many have. */
  most: number
  uses: number
  created_by: string
  created_at: number
  expires_at: number
  /** Taken back, or its time came. Null: it is open. */
  ended_at: number | null
  last_used_at: number | null
}

/** Whose typing a Yjs client id is: nobody else may write under it. */
export type WritersTable = { story_id: string; client: number; person_id: string }

/** The log: every accepted update as it came, in the order of the room. Never changed. */
export type UpdatesTable = {
  story_id: string
  /** 1, 2, 3 ... within the story, without gaps. */
  seq: number
  at: number
  /** Null: the server itself. */
  person_id: string | null
  bytes: Uint8Array
}

/** The whole story after update `seq`: Yjs state (V1), gzipped. */
export type CheckpointsTable = { story_id: string; seq: number; at: number; state: Uint8Array }

/** What could not be read of a story's log and was taken out of its way; never deleted. */
export type SetAsideTable = {
  story_id: string
  kind: 'update' | 'checkpoint'
  seq: number
  at: number
  person_id: string | null
  /** As it was, byte for byte. */
  bytes: Uint8Array
  why: string
  set_aside_at: number
}

/** A picture of a story; its files are in the folder `assets/<id>` beside the database. */
export type AssetsTable = {
  /** A random part nobody can guess, and the picture's shape. */
  id: string
  story_id: string
  /** Of the file as it was uploaded: the same one again is the same asset. */
  sha256: string
  type: 'image/jpeg' | 'image/png'
  /** Of all its files. */
  bytes: number
  created_by: string | null
  created_at: number
}

/** A remark on a place in a story; what is said in it are its comments. */
export type ThreadsTable = {
  /** Made by the page of whoever opened it. */
  id: string
  story_id: string
  kind: ThreadKind
  place: 'words' | 'block' | 'field' | 'story' | 'suggestion'
  field: Field | null
  block: string | null
  suggestion: string | null
  /**
   * Of words: where they began and ended, as Yjs says it (base64). Where they are now says the mark in the text, but
   * of a legal thread, which has none.
   */
  begins: string | null
  ends: string | null
  /** JSON: the letters of its words, by their Yjs ids (shared/review/anchors.ts). */
  letters: string | null
  /** JSON: those of them that are gone, and may be brought back by who has not heard of that. */
  gone_letters: string | null
  /** JSON, client and clock: what the server has written in the story since is unknown to who has not heard of its mark. */
  marked: string | null
  /** The words it was last seen on, and whether the story had them only there. */
  words: string | null
  is_alone: 0 | 1 | null
  /** JSON: letters that it was on before it was put elsewhere. */
  left_letters: string | null
  /** 0: the mark is still to be put into the text. */
  is_placed: 0 | 1
  /** The words it was put on, and some of those around them. */
  quote: string
  before: string
  after: string
  created_by: string
  created_at: number
  changed_at: number
  assigned_to: string | null
  resolved_by: string | null
  resolved_at: number | null
  /** All that was said in it was taken back. */
  removed_at: number | null
}

export type CommentsTable = {
  /** Made by the page of whoever wrote it. */
  id: string
  thread_id: string
  /** 1, 2, 3 ... within the thread; 1 opened it. */
  nr: number
  person_id: string
  /** Empty once it was removed. */
  text: string
  at: number
  edited_at: number | null
  removed_at: number | null
}

/** How far each person has read a thread. */
export type ThreadReadsTable = { thread_id: string; person_id: string; nr: number }

/** A rule of the house style. */
export type StyleRulesTable = {
  id: string
  /** JSON: what it looks for and says (shared/style/house.ts), its id left out. */
  rule: string
  is_on: 0 | 1
  /** Rises with every change, so that two people cannot change the same one unseen. */
  version: number
  /** JSON: what trying this version on all stories showed. Null: not tried yet. */
  tried: string | null
  edited_by: string | null
  edited_at: number
  created_at: number
}

/** Built-in checks that this desk does not want. */
export type StyleChecksOffTable = { name: string; edited_by: string | null }

/**
 * Somebody's own copy of a story, in which they suggest or write privately. Its Y.Doc is a log like a story's, under
 * its own id in `updates`; but it is no row of `stories`, so nothing that lists, finds or sends stories can meet it.
 */
export type ForksTable = {
  /** Begins with `fork-`. */
  id: string
  story_id: string
  /** Its author: nobody else enters it. */
  person_id: string
  kind: 'suggesting' | 'private'
  /** JSON: the blocks a private draft is about. Null: the whole story. */
  passage: string | null
  schema: number
  created_at: number
  edited_at: number
  /** Given up, or brought in. Nothing of it is deleted. */
  closed_at: number | null
  trouble: string | null
  /** The story, as it was when the fork was last ported to it (gzipped JSON). */
  base: Uint8Array
  /** What the fork is to be. Its changes are those from `base` to here. */
  view: Uint8Array
  /** What the fork's Y.Doc was when it was last looked at. */
  seen: Uint8Array
  /** JSON: its changes, with what their discussions are under, and since when they are there. */
  known: string
}

/** One act of accepting or rejecting: who did it, and whose suggestions they were. */
export type DecisionsTable = {
  id: string
  story_id: string
  /** Who decided. */
  person_id: string
  decision: 'accept' | 'reject'
  at: number
  /** JSON: id, fork, author and sentence of each. */
  hunks: string
  /** What taking it back needs (gzipped JSON); null once that is too long ago. */
  undo: Uint8Array | null
  undone_at: number | null
}

/** What happened that concerns one person. What they may no longer see is left out when it is read. */
export type InboxTable = {
  id: string
  person_id: string
  /** Names what happened: the same again tells the same person nothing. */
  key: string
  kind: InboxKind
  story_id: string
  by_id: string | null
  thread_id: string | null
  comment_id: string | null
  /** Of a thread and its comments empty: what is said there is read there. */
  words: string
  quote: string
  changes: number
  stage: Stage | null
  at: number
  read_at: number | null
  /** When it is to be mailed, if it is unread by then. Null: it is not, or it is in a mail already. */
  mail_due: number | null
  /** The one mail it is in. */
  mail_id: string | null
}

/** How a person wants to hear; without a row, at once. */
export type InboxSettingsTable = { person_id: string; mail: MailWish; daily_at: number; zone: string }

export type InboxMutesTable = { person_id: string; story_id: string }

/** A mail to one person: claimed on disk before it is sent, so that no crash sends it twice. */
export type MailsTable = {
  id: string
  person_id: string
  made_at: number
  /** Not to be tried before. */
  due_at: number
  tries: number
  /** Set: it is being sent, or was when the server died. */
  claimed_at: number | null
  /** Null: not done yet. `unsure`: the line broke when the receiver may have had it; it is not sent again. */
  outcome: 'sent' | 'dropped' | 'refused' | 'unsure' | null
  ended_at: number | null
  error: string | null
}

/** One row: what the links to unsubscribe are signed with. */
export type MailKeyTable = { id: 1; key: string }

/** How a story went through the stages. Never changed. */
export type StageMovesTable = {
  id: string
  story_id: string
  /** 1, 2, 3 ... within the story. */
  nr: number
  from_stage: Stage
  to_stage: Stage
  person_id: string | null
  at: number
  reason: string
}

/** What a story says to readers beside its text; without a row, nothing. */
export type ParticularsTable = {
  story_id: string
  path: string | null
  kicker: string
  /** JSON: their names. */
  topics: string
  visibility: Visibility
  search_title: string
  search_text: string
  social_title: string
  /** Rises with every change, so that two people cannot change it unseen. */
  version: number
}

/** Every path that a story was ever published under: never another story's, and it leads to the story's present one. */
export type PathsTable = {
  path: string
  story_id: string
  /** When an edition claimed it, which may be long before that is out. */
  at: number
  /** When readers first found the story under it. */
  shown_at: number | null
}

/** A gate somebody has passed: on which content, and in which version that can be looked at. */
export type GatesTable = {
  id: string
  story_id: string
  /** 1, 2, 3 ... within the story, whichever gate it was. */
  nr: number
  gate: Gate
  /** SHA-256 of the content (shared/publish/content.ts). */
  hash: string
  version_id: string
  person_id: string
  at: number
  note: string
  taken_back_at: number | null
  taken_back_by: string | null
}

/** A kept moment of a story's text: its whole Yjs state (V2), gzipped. */
export type VersionsTable = {
  id: string
  story_id: string
  /** The last update it holds. */
  seq: number
  /** gzip of the whole Yjs state, V2. Null: it is that of `same_as`. */
  state: Uint8Array | null
  same_as: string | null
  reason: VersionReason
  /** What happened, in the desk's words. */
  says: string
  name: string | null
  person_id: string | null
  at: number
  headline: string
  words: number
}

/** What was published, or is to be. A row is never changed and never goes: the database refuses it. */
export type EditionsTable = {
  id: string
  story_id: string
  /** 1, 2, 3 ... within the story. */
  number: number
  kind: EditionKind
  /** JSON, gzipped: what readers get (shared/publish/content.ts). */
  content: Uint8Array
  hash: string
  /** The approved page, gzipped, and the SHA-256 of its bytes: the receipt. */
  page: Uint8Array
  page_hash: string
  headline: string
  /** JSON: the note to readers. */
  note: string | null
  without_note: string | null
  /** When it is to go out, and in which zone that was said. */
  at: number
  zone: string
  person_id: string
  made_at: number
  version_id: string
}

/**
 * What became of an edition: it waits for its time, it is out (from then on it is what readers have), somebody has
 * cancelled it, or at its time something stopped it. Only an edition that is out is delivered.
 */
export type ReleasesTable = {
  edition_id: string
  story_id: string
  state: 'waiting' | 'out' | 'cancelled' | 'stopped'
  due_at: number
  /** When it went out, was cancelled or stopped. */
  at: number | null
  /** Who cancelled it. */
  person_id: string | null
  /** Why it was cancelled or stopped. */
  says: string | null
}

/** What is to be delivered where. One row an edition and target, claimed on disk before it is sent. */
export type OutboxTable = {
  /** Also the idempotency key. */
  id: string
  edition_id: string
  story_id: string
  /** `site`, or a target's id. */
  target_id: string
  due_at: number
  /** Not to be tried before. */
  next_at: number
  tries: number
  state: (typeof DELIVERY_STATES)[number]
  /** Set while it is being sent, or was when the server died. */
  claimed_at: number | null
  out_at: number | null
  /** When the target is asked what it holds, by itself; null: it was, or it is not out. */
  compare_at: number | null
  /** 1: somebody has decided that ours goes over what was changed there. */
  overwrite: 0 | 1
  says: string | null
  /** JSON: what the target calls it (server/targets/target.ts). */
  remote: string | null
  /** Of a clash: what the target holds (HTML). */
  theirs: string | null
  drift: string | null
  /** JSON: the newsletter it is mailed by. */
  newsletter: string | null
}

/** Another place that stories are pushed to. */
export type TargetsTable = {
  id: string
  kind: TargetKind
  name: string
  /** JSON, without secrets. */
  config: string
  /** Encrypted (server/targets/secret.ts). */
  secret: Uint8Array | null
  is_on: 0 | 1
  /** Why it was switched off by itself. */
  trouble: string | null
  /** JSON: how the last test went. */
  tested: string | null
  created_by: string | null
  created_at: number
  removed_at: number | null
}

/** What the built-in site shows now: one row a story that was ever out. Made of editions alone. */
export type SiteStoriesTable = {
  story_id: string
  edition_id: string
  path: string
  headline: string
  dek: string
  byline: string
  kicker: string
  visibility: Visibility
  published_at: number
  changed_at: number
  corrected_at: number | null
  killed_at: number | null
  /** `2026-12`, where the newsroom is. */
  month: string
}

/** The authors and topics of the stories on the site. */
export type SiteNamesTable = {
  kind: 'author' | 'topic'
  path: string
  story_id: string
  name: string
  published_at: number
}

/** The pictures that are public, and by which story. */
export type SitePicturesTable = { asset: string; story_id: string }

/** What the site has shown of each story, edition by edition: its public change log, and the notes to readers. */
export type SiteChangesTable = {
  edition_id: string
  story_id: string
  number: number
  kind: EditionKind
  at: number
  /** JSON: the note to readers. */
  note: string | null
  /** When, if there is a note: what the list of corrections is in the order of. */
  noted_at: number | null
}

/** A link to one story for people outside: to see it before it is out, or a members' story whole. */
export type SiteLinksTable = {
  id: string
  token_hash: string
  kind: 'preview' | 'gift'
  story_id: string
  label: string
  person_id: string
  made_at: number
  expires_at: number
  ended_at: number | null
  uses: number
}
