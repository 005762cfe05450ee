/** Says who speaks at the caret: a menu of the story's speakers, beside the words it is for. */
import type { EditorView } from 'prosemirror-view'
import { NodeSelection } from 'prosemirror-state'
import { fieldOf, speakersOf, type Speaker } from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import type { MenuItem } from '../ui/menu.ts'
import { showMenu } from '../ui/show-menu.ts'
import { freshId } from './fresh-id.ts'
import { KINDS, inOrder, interviewerFrom } from './cast.ts'
import { setSpeaker, spokenHere } from './speaker-commands.ts'

/**
 * @param live the story: a speaker made here is everybody's at once
 * @param make opens the form for a new speaker. @returns its id, or null when none was made
 */
export function speakerMenu(view: EditorView, live: LiveStory, make: () => Promise<string | null>): void {
  const spoken = spokenHere(view.state)
  if (spoken.length === 0) return
  const speakers = speakersOf(live.ydoc)
  const all = speakers.toJSON() as Record<string, Speaker>
  const current = new Set(spoken.map(({ node }) => node.attrs.speaker as string | null))
  const give = (id: string | null): void => {
    setSpeaker(id, id === null ? null : (speakers.get(id)?.kind ?? null))(view.state, view.dispatch)
    view.focus()
  }
  const items: MenuItem[] = inOrder(all).map(([id, { name, initials: short, kind }]) => ({
    label: `${name || short || 'No name yet'}, ${KINDS[kind]}`,
    on: current.size === 1 && current.has(id),
    run: () => give(id),
  }))
  const author = interviewerFrom(fieldOf(live.ydoc, 'byline').toString(), all)
  if (author !== null) {
    items.push({
      label: `${author.name}, from the byline, asks`,
      on: false,
      run: () => {
        const id = freshId()
        speakers.set(id, author)
        give(id)
      },
    })
  }
  items.push(
    { label: 'Nobody by name', on: current.size === 1 && current.has(null), run: () => give(null) },
    {
      label: 'New speaker …',
      apart: true,
      run: async () => {
        const id = await make()
        if (id === null) view.focus()
        else give(id)
      },
    },
  )
  showMenu('Who speaks here', items, spotOf(view), () => view.focus())
}

/** The line the caret is in; a menu belongs under it. */
function spotOf(view: EditorView): DOMRect {
  const { selection } = view.state
  const box = view.dom.getBoundingClientRect()
  const at = selection instanceof NodeSelection ? selection.from : selection.head
  const { top, bottom } = view.coordsAtPos(at)
  return new DOMRect(box.left, top, 0, bottom - top)
}
