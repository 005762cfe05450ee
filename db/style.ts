/** The house style: the desk's own rules, and which built-in checks it has switched off. */
import type { HouseRule } from '../shared/style/house.ts'
import type { Db } from './open.ts'
import type { StyleRulesTable } from './schema.ts'

/** What trying a rule on all stories showed: when, of how many stories, and how often it was found. */
export type Tried = { at: number; stories: number; finds: number }
export type KeptRule = HouseRule & {
  on: boolean
  version: number
  tried: Tried | null
  editedAt: number
  editedBy: string | null
}

type Row = StyleRulesTable & { editor_name: string | null }

const select = (db: Db) =>
  db
    .selectFrom('style_rules')
    .leftJoin('people as editor', 'editor.id', 'style_rules.edited_by')
    .selectAll('style_rules')
    .select('editor.name as editor_name')

function plain(row: Row): KeptRule {
  return {
    ...(JSON.parse(row.rule) as Omit<HouseRule, 'id'>),
    id: row.id,
    on: row.is_on === 1,
    version: row.version,
    tried: row.tried === null ? null : (JSON.parse(row.tried) as Tried),
    editedAt: row.edited_at,
    editedBy: row.editor_name,
  }
}

/** In the order they were made. */
export async function styleRules(db: Db): Promise<KeptRule[]> {
  return (await select(db).orderBy('style_rules.created_at').orderBy('style_rules.id').execute()).map(plain)
}

export async function styleRule(db: Db, id: string): Promise<KeptRule | null> {
  const row = await select(db).where('style_rules.id', '=', id).executeTakeFirst()
  return row === undefined ? null : plain(row)
}

const jsonOf = ({ id: _id, ...rest }: HouseRule): string => JSON.stringify(rest)

/** A new rule is off until it was tried. */
export async function addStyleRule(db: Db, rule: HouseRule, by: string, now: number): Promise<void> {
  await db
    .insertInto('style_rules')
    .values({
      id: rule.id,
      rule: jsonOf(rule),
      is_on: 0,
      version: 1,
      tried: null,
      edited_by: by,
      edited_at: now,
      created_at: now,
    })
    .execute()
}

/** @returns whether it still had this version: else somebody else has changed or removed it meanwhile, and nothing is done */
export async function changeStyleRule(
  db: Db,
  rule: HouseRule,
  kept: { version: number; on: boolean; tried: Tried | null; by: string; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable('style_rules')
    .set({
      rule: jsonOf(rule),
      is_on: kept.on ? 1 : 0,
      version: kept.version + 1,
      tried: kept.tried === null ? null : JSON.stringify(kept.tried),
      edited_by: kept.by,
      edited_at: kept.now,
    })
    .where('id', '=', rule.id)
    .where('version', '=', kept.version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Notes that this version was tried; another version has to be tried itself. @returns whether it was this version */
export async function noteTried(db: Db, id: string, version: number, tried: Tried): Promise<boolean> {
  const done = await db
    .updateTable('style_rules')
    .set({ tried: JSON.stringify(tried) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function removeStyleRule(db: Db, id: string): Promise<boolean> {
  return (await db.deleteFrom('style_rules').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
}

export async function checksOff(db: Db): Promise<string[]> {
  return (await db.selectFrom('style_checks_off').select('name').orderBy('name').execute()).map(({ name }) => name)
}

export async function switchCheck(db: Db, name: string, on: boolean, by: string): Promise<void> {
  if (on) await db.deleteFrom('style_checks_off').where('name', '=', name).execute()
  else
    await db
      .insertInto('style_checks_off')
      .values({ name, edited_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
