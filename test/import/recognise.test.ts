/** Who asks and who answers, in the order of evidence: labels, looks, the words alone. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readHtml, readMarkdown, readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { HANDS, truthOf } from './hands.ts'
import { LEARNT } from './talks-learnt.ts'
import { UNSEEN } from './talks-unseen.ts'
import { ARTICLES, TALKS } from './talks.ts'
import {
  FOLDER,
  paragraphsOf,
  present,
  readFile,
  score,
  SPOKEN,
  spelled,
  STORY,
  storyParagraphs,
  TRUTH,
  unmarked,
} from './truth.ts'

const text = (source: string) => readText(source, counter())
const md = (source: string) => readMarkdown(source, counter())
const html = (source: string) => readHtml(source, counter())

/** One line a paragraph: role, who speaks, the words. */
const script = (reading: Reading): string[] =>
  paragraphsOf(reading).map((one) => `${one.role}${one.guess ? '?' : ''} ${one.speaker ?? '-'}: ${one.text}`)
const kinds = (reading: Reading): string[] =>
  Object.values(reading.speakers).map((one) => `${one.initials} ${one.name}, ${one.kind}`)

describe('labels', () => {
  test('Q and A, in many hands', () => {
    const expected = ['Q -: Where were you?', 'A -: At sea.', 'A -: For a year.', 'Q -: Alone.', 'A -: With a cat.']
    for (const source of [
      'Q: Where were you?\n\nA: At sea.\n\nFor a year.\n\nQ: Alone.\n\nA: With a cat.',
      'Q. Where were you?\n\nA. At sea.\n\nFor a year.\n\nQ. Alone.\n\nA. With a cat.',
      'Q — Where were you?\n\nA — At sea.\n\nFor a year.\n\nQ — Alone.\n\nA — With a cat.',
      'Question: Where were you?\n\nAnswer: At sea.\n\nFor a year.\n\nQuestion: Alone.\n\nAnswer: With a cat.',
      'P: Where were you?\n\nR: At sea.\n\nFor a year.\n\nP: Alone.\n\nR: With a cat.',
      'F: Where were you?\n\nA: At sea.\n\nFor a year.\n\nF: Alone.\n\nA: With a cat.',
      'Frage: Where were you?\n\nAntwort: At sea.\n\nFor a year.\n\nFrage: Alone.\n\nAntwort: With a cat.',
      'Pergunta : Where were you?\n\nResposta : At sea.\n\nFor a year.\n\nPergunta : Alone.\n\nResposta : With a cat.',
      'س: Where were you?\n\nج: At sea.\n\nFor a year.\n\nس: Alone.\n\nج: With a cat.',
      'Q1: Where were you?\n\nA1: At sea.\n\nFor a year.\n\nQ2: Alone.\n\nA2: With a cat.',
      '问：Where were you?\n\n答：At sea.\n\nFor a year.\n\n问：Alone.\n\n答：With a cat.',
    ]) {
      const reading = text(source)
      expect(script(reading), source).toEqual(expected)
      expect([reading.turns, reading.unsure], source).toEqual([5, 0])
    }
  })

  test('question and answer on neighbouring lines are two paragraphs', () => {
    expect(script(text('Q: Where?\nA: Here.\n\nQ: When?\nA: Now.'))).toEqual([
      'Q -: Where?',
      'A -: Here.',
      'Q -: When?',
      'A -: Now.',
    ])
    expect(script(md('**Q:** Where?\n**A:** Here.\n\n**Q:** When?\n**A:** Now.'))).toEqual([
      'Q -: Where?',
      'A -: Here.',
      'Q -: When?',
      'A -: Now.',
    ])
  })

  test('full names, then initials: one speaker, and the label is no part of the words', () => {
    const reading = text(
      'Ana Ruiz: Where did you learn to fly?\n\nJean-Luc Moreau-Petit: On a farm.\n\nAR: Did your mother know?\n\nJLMP: She sold the cow.\n\nAR: And then?\n\nJLMP: Then I flew over the farm: badly.',
    )
    expect(script(reading)).toEqual([
      'Q Ana Ruiz: Where did you learn to fly?',
      'A Jean-Luc Moreau-Petit: On a farm.',
      'Q Ana Ruiz: Did your mother know?',
      'A Jean-Luc Moreau-Petit: She sold the cow.',
      'Q Ana Ruiz: And then?',
      'A Jean-Luc Moreau-Petit: Then I flew over the farm: badly.',
    ])
    expect(kinds(reading)).toEqual(['AR Ana Ruiz, interviewer', 'JLMP Jean-Luc Moreau-Petit, subject'])
  })

  test('bold names inside or outside the colon, a bold question with its label, initials explained in brackets', () => {
    const reading = md(
      'We met Olga Brandt (OB) and Sven Dahl (SD) in Kiel.\n\n**Timo Falk (TF): How did the\nferry begin?**\n\n**OB**: With a raft.\n\n**SD:** With two rafts.\n\n**TF: And who steered?**\n\n**OB** : I did.\n\nHe only sang.',
    )
    expect(script(reading)).toEqual([
      'B -: We met Olga Brandt (OB) and Sven Dahl (SD) in Kiel.',
      'Q Timo Falk: How did the ferry begin?',
      'A Olga Brandt: With a raft.',
      'A Sven Dahl: With two rafts.',
      'Q Timo Falk: And who steered?',
      'A Olga Brandt: I did.',
      'A Olga Brandt: He only sang.',
    ])
    expect(reading.body.child(1).firstChild?.marks).toEqual([])
  })

  test('time stamps go, and it is said', () => {
    const expected = ['Q Mara: What is it?', 'A Old Tom: A whale.', 'Q Mara: Again?', 'A Old Tom: At 9:30 sharp.']
    for (const source of [
      '**Mara** [0:02]  \nWhat is it?\n\n**Old Tom** [0:05 ]\nA whale.\n\n**Mara** [0:17]  \nAgain?\n\n**Old Tom** [1:02:17]  \nAt 9:30 sharp.',
      'Mara: 00:00:02\n\nWhat is it?\n\nOld Tom: 00:00:05\n\nA whale.\n\nMara: 00:00:17\n\nAgain?\n\nOld Tom: 01:02:17\n\nAt 9:30 sharp.',
      '[00:02] Mara: What is it?\n\n[00:05] Old Tom: A whale.\n\n[00:17] Mara: Again?\n\n[01:02:17] Old Tom: At 9:30 sharp.',
      '**Mara:** \\[00:02\\] What is it?\n\n**Old Tom:** \\[00:05\\] A whale.\n\n**Mara:** \\[00:17\\] Again?\n\n**Old Tom:** \\[01:17\\] At 9:30 sharp.',
    ]) {
      const reading = md(source)
      expect(script(reading), source).toEqual(expected)
      expect(reading.lost, source).toEqual(['4 time stamps'])
    }
  })

  test('machine transcripts: Speaker 0 asks, one sentence a line is joined', () => {
    const reading = md(
      'Speaker 0: 00:00:01\n\nHello.\nWho are you?\n\nSpeaker 1: 00:00:04\n\nA baker.\nI bake.\n\nSpeaker 0: 00:00:09\n\nWhat?\n\nSpeaker 1: 00:00:10\n\nBread.',
    )
    expect(script(reading)).toEqual([
      'Q Speaker 0: Hello. Who are you?',
      'A Speaker 1: A baker. I bake.',
      'Q Speaker 0: What?',
      'A Speaker 1: Bread.',
    ])
    expect(kinds(reading)).toEqual(['S0 Speaker 0, interviewer', 'S1 Speaker 1, subject'])
  })

  test('a transcript page: cite, time and paragraph', () => {
    const reading = html(
      '<cite>Ida:</cite>\n<time>0:00</time>\n<p>What do you see?</p>\n<cite>Bo:</cite>\n<time>0:09</time>\n<p>I see a light.</p>\n<cite>Ida:</cite>\n<time>0:12</time>\n<p>Where?</p>\n<cite>Bo:</cite>\n<time>0:14</time>\n<p>There.</p>',
    )
    expect(script(reading)).toEqual(['Q Ida: What do you see?', 'A Bo: I see a light.', 'Q Ida: Where?', 'A Bo: There.'])
  })

  test('names set off by bold, by capitals on a line of their own, or by a time at the end of the line', () => {
    const expected = ['Q Ana Ruiz: Where are you?', 'A Bo Ek: At home.', 'Q Ana Ruiz: Alone?', 'A Bo Ek: Yes.']
    for (const [a, b] of [
      ['**Ana Ruiz** ', '**Bo Ek** '],
      ['**Ana Ruiz**  \n', '**Bo Ek**  \n'],
      ['Ana Ruiz   0:03\n', 'Bo Ek   0:07\n'],
      ['00:00:03 Ana Ruiz\n', '00:00:07 Bo Ek\n'],
      ['**Ana Ruiz** — ', '**Bo Ek** — '],
    ])
      expect(script(md(`${a}Where are you?\n\n${b}At home.\n\n${a}Alone?\n\n${b}Yes.`)), a).toEqual(expected)
    expect(script(text('ANA RUIZ\nWhere are you?\n\nBO EK\nAt home.\n\nANA RUIZ\nAlone?\n\nBO EK\nYes.'))).toEqual(
      expected.map((line) => line.replace('Ana Ruiz', 'ANA RUIZ').replace('Bo Ek', 'BO EK')),
    )
  })

  test('roles in other words: INTERVIEWER, Reporter, Entrevistador', () => {
    expect(script(text('INTERVIEWER: Ready.\n\nMARTA: Yes.\n\nINTERVIEWER: Begin.\n\nMARTA: I was born.'))).toEqual([
      'Q INTERVIEWER: Ready.',
      'A MARTA: Yes.',
      'Q INTERVIEWER: Begin.',
      'A MARTA: I was born.',
    ])
    expect(
      script(
        text('Entrevistadora: ¿Dónde vive?\n\nPilar Sanz: En Jaca.\n\nEntrevistadora: ¿Sola?\n\nPilar Sanz: Con perros.'),
      )[2],
    ).toBe('Q Entrevistadora: ¿Sola?')
  })

  test('a newspaper that labels only its questions', () => {
    const reading = text(
      'The Courier: Why the sea?\n\nBecause it is there.\n\nI like it.\n\nThe Courier: And the mountains?\n\nThey are there too.\n\nThe Courier: Anything else?\n\nNo.',
    )
    expect(script(reading).map((line) => line.slice(0, 2))).toEqual(['Q ', 'A ', 'A ', 'Q ', 'A ', 'Q ', 'A '])
  })

  test('two people with the same first letters have their own initials', () => {
    const reading = text(
      'Jonas: Why?\n\nJohn: Why not?\n\nPeter Wolle: I think that I never knew, and that is all that I can say about it today.\n\nJonas: Really?\n\nJohn: Truly?\n\nPeter Wolle: I am sure of it, as sure as one can be of a thing like that.',
    )
    expect(new Set(Object.values(reading.speakers).map((one) => one.initials)).size).toBe(3)
  })

  test('a speaker labelled again begins a new turn', () => {
    const { body } = text('Ann Lee: One?\n\nBo Ek: Two.\n\nBo Ek: Three.\n\nFour.\n\nAnn Lee: Five?')
    expect(body.children.map((node) => node.attrs.turnStart as boolean)).toEqual([false, false, true, false, false])
  })

  test('colons that speak for nobody stay words', () => {
    for (const source of [
      'Note: bring boots.\n\nWarning: it rains.\n\nNote: bring more boots.\n\nWarning: it still rains.',
      'Place: Kiel\n\nDate: Monday\n\nPlace: Bergen\n\nDate: Friday\n\nWeather: fair',
      'One thing: I was late. Another: so were you.\n\nAnd so: we left.',
    ]) {
      const reading = text(source)
      expect(
        paragraphsOf(reading)
          .map((one) => one.text)
          .join('\n\n'),
        source,
      ).toBe(source)
      expect([reading.turns, reading.speakers], source).toEqual([0, {}])
    }
  })

  test('a word with a colon inside an answer is not a new speaker', () => {
    const reading = text(
      'Ann Lee: What is it?\n\nBo Ek: Two things.\n\nFirst: the boat.\n\nSecond: the sea.\n\nAnn Lee: Which sea?\n\nBo Ek: That one.',
    )
    expect(script(reading)[2]).toBe('A Bo Ek: First: the boat.')
    expect(Object.keys(reading.speakers)).toHaveLength(2)
  })
})

describe('looks', () => {
  const lines: [question: boolean, text: string][] = [
    [false, 'Nora Aas has mended nets for sixty years. We met in her boathouse.'],
    [true, 'How many nets is that?'],
    [false, 'I stopped counting.'],
    [false, 'My hands did not.'],
    [true, 'They look strong.'],
    [false, 'They look old. They are my mother’s hands.'],
    [true, 'Who will do it after you?'],
    [false, 'Nobody. Plastic.'],
  ]
  const roles = ['B', 'Q', 'A', 'A', 'Q', 'A', 'Q', 'A']
  const rolesOf = (reading: Reading) => paragraphsOf(reading).map((one) => one.role)

  test('bold paragraphs, in Markdown, HTML, and Google Docs’ spans inside its normal-weight wrapper', () => {
    const readings = [
      md(lines.map(([q, t]) => (q ? `**${t}**` : t)).join('\n\n')),
      html(lines.map(([q, t]) => (q ? `<p><b>${t}</b></p>` : `<p>${t}</p>`)).join('')),
      html(lines.map(([q, t]) => (q ? `<div><strong>${t}</strong></div>` : `<div>${t}</div>`)).join('')),
      html(
        `<b style="font-weight:normal;" id="docs-internal-guid-0">${lines.map(([q, t]) => `<p dir="ltr"><span style="font-weight:${q ? 700 : 400};white-space:pre-wrap;">${t}</span></p>`).join('')}</b>`,
      ),
      html(
        lines
          .map(
            ([q, t]) =>
              `<p class=MsoNormal>${q ? `<b style='mso-bidi-font-weight:normal'><span lang=EN-US>${t}<o:p></o:p></span></b>` : `<span lang=EN-US>${t}<o:p></o:p></span>`}</p>`,
          )
          .join('\n'),
      ),
    ]
    for (const reading of readings) {
      expect(rolesOf(reading)).toEqual(roles)
      expect(reading.unsure).toBe(0)
      // Bold says "question" here: it is a role now, not a mark.
      expect(JSON.stringify(reading.body.toJSON())).not.toContain('"strong"')
    }
  })

  test('italic paragraphs and headings', () => {
    expect(rolesOf(md(lines.map(([q, t]) => (q ? `*${t}*` : t)).join('\n\n')))).toEqual(roles)
    for (const level of ['##', '###', '####'])
      expect(rolesOf(md(lines.map(([q, t]) => (q ? `${level} ${t}` : t)).join('\n\n')))).toEqual(roles)
  })

  test('numbered questions keep their numbers', () => {
    const reading = md('1. How many?\n\nSixty.\n\n2. Who else?\n\nNobody.\n\n3. Why?\n\nPlastic.')
    expect(script(reading)).toEqual([
      'Q -: 1. How many?',
      'A -: Sixty.',
      'Q -: 2. Who else?',
      'A -: Nobody.',
      'Q -: 3. Why?',
      'A -: Plastic.',
    ])
  })

  test('a bold question, a line break and its answer are two paragraphs, and it is said', () => {
    const reading = html('<p><b>How many?</b><br>Sixty.</p><p><b>Who else?</b><br>Nobody.</p>')
    expect(script(reading)).toEqual(['Q -: How many?', 'A -: Sixty.', 'Q -: Who else?', 'A -: Nobody.'])
    expect(reading.lost).toEqual(['2 line breaks between a question and its answer, now two paragraphs'])
  })

  test('a bold question with the answer run in stays whole and is asked about', () => {
    const reading = html(
      '<p><b>How many is that?</b></p><p>Sixty.</p><p><b>And who else does it?</b> Nobody does.</p><p><b>Why not?</b></p><p>Plastic.</p>',
    )
    expect(script(reading)[2]).toBe('Q? -: And who else does it? Nobody does.')
  })

  test('bold cross-heads and a bold lede are no questions', () => {
    const reading = md(
      '**Nora Aas has mended nets for sixty years, in a boathouse that her grandfather built from a wreck.**\n\nWe met in spring.\n\n**The early years**\n\n**How many nets is that?**\n\nI stopped counting.\n\n**Who will do it after you?**\n\nNobody.',
    )
    expect(rolesOf(reading)).toEqual(['B', 'B', 'B', 'Q', 'A', 'Q', 'A'])
  })

  test('after a rule at the end, a note about the person is story', () => {
    for (const [open, close] of [
      ['<h3>', '</h3>'],
      ['<p><b>', '</b></p>'],
    ]) {
      const reading = html(
        `${open}Where from?${close}<p>North.</p>${open}And now?${close}<p>South.</p><hr><p>Bo Ek bakes in Kiel.</p>`,
      )
      expect(rolesOf(reading), open).toEqual(['Q', 'A', 'Q', 'A', 'B'])
    }
  })

  test('an article with bold sentences is no interview', () => {
    const reading = md('**The river rose.**\n\nIt took the bridge.\n\n**The council met.**\n\nIt blamed the river.')
    expect(reading.turns).toBe(0)
  })

  test('after the last answer: a call to readers, an italic sign-off, a note on editing', () => {
    const reading = md(
      '**How many?**\n\nSixty.\n\n**Who else?**\n\nNobody.\n\nFollow Nora Aas on the quay.\n\n*Nora Aas reads at the library on Friday.*\n\nThis interview has been edited and condensed for clarity.',
    )
    expect(rolesOf(reading)).toEqual(['Q', 'A', 'Q', 'A', 'B', 'B', 'B'])
    expect(reading.body.lastChild?.attrs.kind).toBe('edited-condensed')
  })
})

describe('the words alone', () => {
  test.each([...TALKS, ...LEARNT, ...UNSEEN])('$name: nothing is wrong without being asked', (talk) => {
    const reading = text(talk.paragraphs.map(([, words]) => words).join('\n\n'))
    const { wrong, why, total } = score(paragraphsOf(reading), truthOf(talk))
    expect([wrong, ...why]).toEqual([0])
    expect(reading.unsure).toBeLessThanOrEqual(total * (talk.name.startsWith('long statements') ? 0.55 : 0.4))
  })

  test('what is no interview is left alone', () => {
    for (const article of ARTICLES) expect([text(article.join('\n\n')).turns, text(article.join('\n\n')).unsure]).toEqual([0, 0])
  })
})

describe('the same talk as other hands would write it down', () => {
  // Two who are asked in statements as often as in questions; all the talks are in measure.ts.
  const talks = TALKS.filter(({ name }) => name === 'the composer' || name === 'the goalkeeper')

  test.each(HANDS)('$name: nothing is wrong without being asked', ({ read, sure }) => {
    for (const talk of talks) {
      const { asked, wrong, why, total } = score(paragraphsOf(read(talk.paragraphs)), truthOf(talk))
      expect([wrong, ...why], talk.name).toEqual([0])
      // Where labels or looks say it, hardly anything is asked.
      if (sure) expect(asked / total, talk.name).toBeLessThan(0.2)
    }
  })

  test('dashes before questions and signs of quoted mail go, and it is said; numbers stay', () => {
    const rest = ['Rope.', 'And tar?', 'Tar too.', 'What else?', 'A knife.']
    const dashed = text(['— What do you bring?', rest[0], `— ${rest[1]}`, rest[2], `— ${rest[3]}`, rest[4]].join('\n\n'))
    expect([script(dashed)[0], dashed.lost]).toEqual(['Q -: What do you bring?', ['The dashes before 3 questions']])
    const mailed = text(['> What do you\n> bring?', rest[0], `> ${rest[1]}`, rest[2]].join('\n\n'))
    expect([script(mailed)[0], mailed.lost]).toEqual(['Q -: What do you\nbring?', ['The > before 2 paragraphs of quoted mail']])
    expect(script(text(`1. Why?\n\nSo.\n\n2. And then?\n\nThen so.\n\n3. How?\n\nThus.`))[0]).toBe('Q -: 1. Why?')
  })

  test('a second interviewer who hardly asks is asked about', () => {
    const reading = text(
      'Ana: Where?\n\nBo: In the long winter of that year I was at sea with my uncle, who sang.\n\nCleo: You were young.\n\nBo: I was nine, and the ropes were frozen, and nobody had told me that they would be.\n\nAna: And then?\n\nBo: Then we came home, and my mother had sold the cow.\n\nCleo: That is hard.\n\nBo: It was a good cow, but we had a boat, and a boat eats nothing in the winter.\n\nDora: Was it yours?\n\nBo: Half.',
    )
    expect(script(reading).filter((line) => line.startsWith('Q?'))).toEqual([
      'Q? Cleo: You were young.',
      'Q? Cleo: That is hard.',
    ])
    expect(script(reading)).toContain('Q Dora: Was it yours?')
  })
})

describe.skipIf(!present)('published interviews', () => {
  test.each(Object.keys(TRUTH))('%s: every paragraph is told, none is asked about', (name) => {
    const { right, asked, wrong, why, total } = score(
      paragraphsOf(readFile(name, readFileSync(`${FOLDER}/${name}`, 'utf8'))),
      spelled(TRUTH[name] ?? ''),
    )
    expect({ right, asked, wrong, why }).toEqual({ right: total, asked: 0, wrong: 0, why: [] })
  })

  test.each(Object.keys(TRUTH).filter((name) => !SPOKEN.test(name)))(
    '%s with labels and looks taken away: nothing is wrong without being asked, and less than 30 % is asked',
    (name) => {
      const { asked, wrong, why, total } = score(paragraphsOf(unmarked(name)), spelled(TRUTH[name] ?? ''))
      expect([wrong, ...why]).toEqual([0])
      expect(asked / total).toBeLessThan(0.3)
    },
  )

  test('the story from its words alone: nothing is wrong without being asked', () => {
    const truth = storyParagraphs().map((one) => one.role)
    const { asked, wrong, why, total } = score(paragraphsOf(text(readFileSync(STORY, 'utf8'))), truth)
    expect([wrong, ...why]).toEqual([0])
    expect(asked / total).toBeLessThan(0.3)
  })

  test('the story with its questions in bold needs no asking', () => {
    const story = storyParagraphs()
    const truth = story.map((one) => one.role)
    const reading = html(
      story.map(({ text: words, role }) => `<p>${role === 'Q' ? `<strong>${words}</strong>` : words}</p>`).join(''),
    )
    const { asked, wrong, why } = score(paragraphsOf(reading), truth)
    expect([asked, wrong, ...why]).toEqual([0, 0])
    expect(paragraphsOf(reading).map((one) => one.text)).toEqual(story.map((one) => one.text))
  })

  test('the speakers of a file are found with their full names', () => {
    const names = (file: string) =>
      Object.values(readFile(file, readFileSync(`${FOLDER}/${file}`, 'utf8')).speakers).map(
        (one) => `${one.initials} ${one.name} ${one.kind}`,
      )
    expect(names('k8s-bold-initials.md')).toEqual(['CS Chris Short interviewer', 'JOT Jeremy Olmsted-Thompson subject'])
    expect(names('k8s-bold-question-then-bold-names.md')).toEqual([
      'FSM Frederico Muñoz interviewer',
      'DE David Eads subject',
      'FB Federico Bongiovanni subject',
    ])
    expect(names('ropensci-plain-initials.md')).toEqual(["KO Kelly O'Briant interviewer", 'JB Jenny Bryan subject'])
  })
})
