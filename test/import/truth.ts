/**
 * What every paragraph of the interviews that come with the design is: B story text or notice, Q a
 * question, A an answer, with how many in a row. Counted by hand, and for the long transcripts by their
 * labels. And a way to hold a reading against it.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Node } from 'prosemirror-model'
import { readHtml, readMarkdown, readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'

export const FOLDER = '../shared/fixtures/interviews'
export const STORY = '../shared/stories/interview.txt'
export const present = existsSync(FOLDER) && existsSync(STORY)

const inTurn = (turns: number): string => Array.from({ length: turns }, () => 'Q A').join(' ')

export const TRUTH: Record<string, string> = {
  '18f-bold-Q-plain-A.md': 'B4 Q A3 Q A2 Q A3 Q A Q A',
  '18f-numbered-bold-questions.md': 'B2 Q A Q A3 Q A3 Q A6 Q A Q A3',
  'btc-firstname-colon.md': `Q2 A ${inTurn(8)} Q2 A ${inTurn(13)} Q2 A Q`,
  'btc-name-colon-timestamp-line.md': `${inTurn(38)} Q A2 ${inTurn(3)} Q A2 ${inTurn(14)} Q`,
  'btc-speaker-n-machine-transcript.md': inTurn(100),
  'changelog-bold-fullname-timestamps.md': `Q2 A ${inTurn(5)} Q2 A3 ${inTurn(3)} Q A4 Q A6 ${inTurn(5)} Q A3 ${inTurn(4)} Q A2`,
  'k8s-bold-initials.md': 'B3 Q A Q A6 Q A3 Q A Q A Q A Q A',
  'k8s-bold-question-then-bold-names.md': 'B Q A2 Q A2 Q A Q A3 Q A Q A2 Q A2 Q A4 Q A4 Q A',
  'k8s-h3-questions-multi-speaker.md': 'B3 Q A Q A3 Q A Q A Q A Q A3 Q A B',
  'ladybug-otter-style-bold-name-stamp.md':
    'Q6 A Q A Q3 A Q A Q3 A Q A Q2 A Q2 A Q6 A Q A Q4 A Q A Q A Q A Q A Q A Q A Q A Q A Q A Q',
  'podcastns-cite-time.html': 'A10',
  'ropensci-plain-initials.md': 'B Q A Q A Q A2 Q A Q A Q A Q A2 Q A2 Q A3 Q A3 Q A Q A Q A',
  'usesthis-h3-questions.md': 'Q A5 Q A3 Q A3 Q A',
}

const QUESTIONS = new Set([8, 10, 12, 15, 17, 19, 21, 26, 28, 32, 35, 37, 39, 42, 45])

/** The 48 paragraphs of the story, and what each is. */
export function storyParagraphs(): { text: string; role: string }[] {
  const texts = readFileSync(STORY, 'utf8').split(/\n{2,}/)
  return texts.map((text, i) => ({
    text: text.replace(/\n+$/, ''),
    role: QUESTIONS.has(i + 1) ? 'Q' : i >= 7 && i <= 45 ? 'A' : 'B',
  }))
}

export function spelled(truth: string): string[] {
  return truth.split(' ').flatMap((run) => Array.from({ length: Number(run.slice(1) || '1') }, () => run.charAt(0)))
}

export function readFile(name: string, source: string): Reading {
  if (name.endsWith('.html')) return readHtml(source, counter())
  return name.endsWith('.txt') ? readText(source, counter()) : readMarkdown(source, counter())
}

/** Transcripts of podcasts: both sides chat, and few turns are questions. */
export const SPOKEN = /^(btc|changelog|ladybug|podcast)/

/** A file with its labels, looks and headings taken away. */
export const unmarked = (name: string): Reading => {
  const told = paragraphsOf(readFile(name, readFileSync(`${FOLDER}/${name}`, 'utf8')))
  return readText(told.map(({ text }) => text.replaceAll('\n', ' ')).join('\n\n'), counter())
}

export type Told = { text: string; role: string; guess: boolean; speaker: string | null }

export function paragraphsOf({ body, speakers }: Reading): Told[] {
  const out: Told[] = []
  body.descendants((node: Node) => {
    if (node.type.name !== 'paragraph') return true
    out.push({
      text: node.textBetween(0, node.content.size, '', '\n'),
      role: String(node.attrs.role).charAt(0).toUpperCase(),
      guess: node.attrs.roleState === 'guess',
      speaker: speakers[String(node.attrs.speaker)]?.name ?? null,
    })
    return false
  })
  return out
}

export type Score = { right: number; asked: number; wrong: number; total: number; why: string[] }

export function score(told: Told[], truth: string[]): Score {
  const out: Score = { right: 0, asked: 0, wrong: 0, total: truth.length, why: [] }
  if (told.length !== truth.length) out.why.push(`${told.length} paragraphs instead of ${truth.length}`)
  for (const [i, role] of truth.entries()) {
    const one = told[i]
    if (one === undefined) out.wrong += 1
    else if (one.guess) out.asked += 1
    else if (one.role === role) out.right += 1
    else {
      out.wrong += 1
      out.why.push(`${i + 1} read as ${one.role}, is ${role}: ${one.text.slice(0, 60)}`)
    }
  }
  return out
}
