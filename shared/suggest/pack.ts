/** A story's text as plain values, to be kept, and back. */
import { schema } from '../schema.ts'
import type { StoryText } from '../story.ts'

export const packStory = (text: StoryText): string => JSON.stringify({ ...text, body: text.body.toJSON() as unknown })

/** Only of what `packStory` made. */
export function unpackStory(packed: string): StoryText {
  const { body, ...rest } = JSON.parse(packed) as Omit<StoryText, 'body'> & { body: unknown }
  return { ...rest, body: schema.nodeFromJSON(body) }
}
