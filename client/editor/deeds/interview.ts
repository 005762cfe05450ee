/** Who asks and who answers. */
import type { Command } from 'prosemirror-state'
import type { Speaker } from '../../../shared/story.ts'
import * as commands from '../commands.ts'
import { opens, type Deed, type Page } from '../deed.ts'
import { later } from '../later.ts'

const withSpeakers =
  (make: (speakers: Readonly<Record<string, Speaker>>) => Command) =>
  (page: Page): Command =>
    page.alone((state, dispatch, view) => make(page.speakers())(state, dispatch, view))

export const interviewDeeds = {
  flip: {
    says: 'Question to answer, and back',
    menu: 'interview',
    keys: ['F2'],
    run: withSpeakers(commands.flip),
  },
  question: {
    says: 'Question',
    menu: 'interview',
    keys: ['Mod-Alt-q'],
    run: withSpeakers((speakers) => commands.setRole('question', speakers)),
    on: ({ kind }) => kind === 'question',
  },
  answer: {
    says: 'Answer',
    menu: 'interview',
    keys: ['Mod-Alt-a'],
    run: withSpeakers((speakers) => commands.setRole('answer', speakers)),
    on: ({ kind }) => kind === 'answer',
  },
  paragraph: {
    says: 'Paragraph',
    menu: 'interview',
    keys: ['Mod-Alt-0'],
    run: withSpeakers((speakers) => commands.setRole('body', speakers)),
    on: ({ kind }) => kind === 'paragraph',
  },
  speaker: {
    says: 'Who speaks here',
    menu: 'interview',
    apart: true,
    keys: ['Mod-Alt-s'],
    ...opens(
      'speaker',
      later(({ isSpoken }) => isSpoken),
    ),
  },
  newTurn: {
    says: 'Begin a new turn here',
    menu: 'interview',
    keys: ['Mod-Alt-n'],
    run: (page) => later(({ newTurn }) => page.alone(newTurn)),
    on: ({ turnStart }) => turnStart,
  },
  speakers: {
    says: 'Speakers and labels',
    menu: 'interview',
    ...opens('speakers'),
  },
  accept: {
    says: 'Looks right (unsure paragraph)',
    menu: 'interview',
    apart: true,
    keys: ['Mod-Enter'],
    run: (page) => page.alone(commands.accept),
  },
  nextUnsure: {
    says: 'Next unsure paragraph',
    menu: 'interview',
    reading: true,
    run: () => commands.toUnsure(1),
  },
  lastUnsure: {
    says: 'Previous unsure paragraph',
    menu: 'interview',
    reading: true,
    run: () => commands.toUnsure(-1),
  },
} satisfies Record<string, Deed>
