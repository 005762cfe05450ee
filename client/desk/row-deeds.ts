/** What somebody may do to a story from its row on the desk: move it on, rename its slug, delete it and take that back. */
import type { Session, Story } from '../../shared/api.ts'
import { can, onStory } from '../../shared/can.ts'
import { movesFrom } from '../../shared/publish/workflow.ts'
import type { Stage } from '../../shared/story.ts'
import { changeStory, isSignedOut, sentence } from '../api.ts'
import { moveStory, readStanding } from '../api/standing.ts'
import { deleteStory, restoreStory } from '../api/stories.ts'
import { moveWords } from '../standing/words.ts'
import { askLine, askWords } from '../ui/ask.ts'
import { confirmed } from '../ui/dialog.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { toast } from '../ui/toast-list.ts'
import { nameOf } from './list.ts'
import type { LiveDesk } from './live-desk.ts'

/** What the page does for them. */
type Page = {
  page: { session: Session; live: LiveDesk }
  /** Where the keyboard goes once the row of a story is gone. */
  leave: (storyId: string) => () => void
  /** Takes the keyboard to a story once its row is there. */
  enter: (storyId: string) => Promise<void>
  signedOut: () => void
}

export class RowDeeds {
  constructor(private readonly on: Page) {}

  private get role() {
    return this.on.page.session.person.role
  }
  mayWrite = (): boolean => can(this.role, 'write the story')
  mayDelete = (): boolean => can(this.role, 'delete a story')

  menu(story: Story): MenuItem[] {
    const items: MenuItem[] = story.standing === null ? [] : this.moves(story)
    const apart = items.length > 0
    if (this.mayWrite())
      items.push({ label: 'Rename slug', icon: icon('pencil'), key: 'r', apart, run: () => this.rename(story) })
    if (this.mayDelete())
      items.push({ label: 'Delete story', icon: icon('bin'), key: 'Del', danger: true, run: () => void this.delete(story) })
    return items
  }

  private moves(story: Story): MenuItem[] {
    const { stage, standing } = story
    const where = { stage, before: null, withdrawn: stage === 'live' && standing?.liveAt === null }
    return movesFrom(onStory(this.role, null), where).map(({ to, needsReason }) => ({
      label: moveWords(story.stage, to).label,
      run: () => void (needsReason ? this.askAndMove(story, to) : this.move(story, to)),
    }))
  }

  private async askAndMove(story: Story, to: Stage): Promise<void> {
    const { label, reason = 'Why' } = moveWords(story.stage, to)
    await askWords({
      of: `${to} ${story.id}`,
      title: `${label.replace(' …', '')}: “${nameOf(story)}”`,
      label: reason,
      yes: label.replace(' …', ''),
      danger: to === 'spiked',
      save: async (words) => {
        await moveStory(story.id, { to, reason: words })
        this.moved(story, to)
      },
      signedOut: this.on.signedOut,
    })
  }

  private async move(story: Story, to: Stage): Promise<void> {
    try {
      // Where a spiked story was, the list does not know.
      const there = story.stage === 'spiked' ? (await readStanding(story.id)).moves[0]?.to : to
      if (there === undefined) return toast('You may not bring it back: ask an editor.')
      await moveStory(story.id, { to: there })
      this.moved(story, there)
    } catch (error) {
      this.tell(error)
    }
  }

  private moved(story: Story, to: Stage): void {
    const said = `“${nameOf(story)}”: ${moveWords(story.stage, to).done}`
    if (to !== 'spiked') return toast(said)
    toast(said, { label: 'Bring back', run: () => void this.move({ ...story, stage: 'spiked' }, story.stage) })
  }

  rename(story: Story): void {
    const { page, signedOut } = this.on
    void askLine({
      title: 'Rename the slug',
      label: 'Slug',
      value: story.slug,
      yes: 'Rename',
      hint: 'The desk’s short working name for it. Readers never see it.',
      spellcheck: false,
      save: async (slug) => page.live.put(await changeStory(story.id, { slug })),
      signedOut,
    })
  }

  async delete(story: Story): Promise<void> {
    const { page, leave } = this.on
    const others = story.here.filter((person) => person.id !== page.session.person.id)
    if (others.length > 0) {
      const names = new Intl.ListFormat('en').format(others.map((person) => person.name))
      const sure = await confirmed({
        title: `Delete “${nameOf(story)}”?`,
        text: `${names} ${others.length === 1 ? 'is' : 'are'} in it now and will be put out of it.`,
        yes: 'Delete the story',
        danger: true,
      })
      if (!sure) return
    }
    const toNext = leave(story.id)
    try {
      await deleteStory(story.id)
    } catch (error) {
      this.tell(error)
      return
    }
    page.live.remove(story.id)
    toNext()
    toast(`“${nameOf(story)}” is deleted`, { label: 'Undo', run: () => void this.restore(story) })
  }

  private async restore(story: Story): Promise<void> {
    try {
      this.on.page.live.put(await restoreStory(story.id))
      await this.on.enter(story.id)
      toast(`“${nameOf(story)}” is back`)
    } catch (error) {
      this.tell(error)
    }
  }

  private tell(error: unknown): void {
    if (isSignedOut(error)) this.on.signedOut()
    else toast(sentence(error))
  }
}
