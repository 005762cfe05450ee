/** Interviews as blogs, transcripts and site generators have them: labels of all kinds, lists, what is said in the end. */
import { describe, expect, test } from 'vitest'
import { readHtml, readMarkdown, readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { paragraphsOf } from './truth.ts'

const text = (source: string): Reading => readText(source, counter())
const md = (source: string): Reading => readMarkdown(source, counter())

/** One line a paragraph: role, who speaks, the words. */
const script = (reading: Reading): string[] =>
  paragraphsOf(reading).map((one) => `${one.role}${one.guess ? '?' : ''} ${one.speaker ?? '-'}: ${one.text}`)

describe('labels', () => {
  const said = ['Where do you live?', 'In a boat.', 'Is it cold there?', 'I have a stove.', 'And a cat?', 'The cat has me.']
  const labelled = (ask: string, reply: string, after = ': '): string =>
    said.map((words, i) => (i % 2 === 0 ? ask : reply) + after + words).join('\n\n')
  const expected = (ask: string, reply: string): string[] =>
    said.map((words, i) => (i % 2 === 0 ? `Q ${ask}: ${words}` : `A ${reply}: ${words}`))

  test('handles in small letters, degrees after names, names that begin with a figure', () => {
    expect(script(text(labelled('heron', 'otter_7')))).toEqual(expected('heron', 'otter_7'))
    expect(script(md(labelled('**bwh**', '**lk**')))).toEqual(expected('bwh', 'lk'))
    expect(script(text(labelled('Ada Brill', 'Nora M. Vey, Ph.D.')))).toEqual(expected('Ada Brill', 'Nora M. Vey'))
    expect(script(text(labelled('4FM', 'Nora Vey')))).toEqual(expected('4FM', 'Nora Vey'))
    expect(script(md(labelled('**Brill, for the Courier:**', '**Vey, boatwoman:**', ' ')))).toEqual(
      expected('Brill, for the Courier', 'Vey, boatwoman'),
    )
  })

  test('initials that are also words are initials in capitals; a note is none', () => {
    expect(script(text(labelled('IN', 'AT')))).toEqual(expected('IN', 'AT'))
    expect(text('PS: Where?\n\nThere.\n\nPS: When?\n\nThen.').speakers).toEqual({})
  })

  test('several answer under one label, by initials or by names', () => {
    expect(script(text(labelled('Ada', 'V/L')))).toEqual(expected('Ada', 'V & L'))
    expect(script(text(labelled('Ada Brill', 'Vey (NV) and Lund (OL)')))).toEqual(expected('Ada Brill', 'Vey & Lund'))
  })

  test('bold that is glued to the words, or that nobody closed', () => {
    const source = labelled('**Ada:**', '**Vey:**', ' ')
      .replace('**Ada:** Is', '**Ada:**Is')
      .replace('**Ada:** And', '**Ada: And')
    expect(script(md(source))).toEqual(expected('Ada', 'Vey'))
  })

  test('a name in brackets and then a time, as machines write them', () => {
    const source = said.map((words, i) => `[Speaker ${1 + (i % 2)}] [00:0${i}] ${words}`).join('\n')
    expect(script(text(source))).toEqual(expected('Speaker 1', 'Speaker 2'))
  })

  test('talk is known in Russian, too', () => {
    const source = ['Я рад, что вы пришли.', 'Да, мы тоже.', 'Начнём.', 'Да.'].map(
      (words, i) => `**${i % 2 === 0 ? 'Анна' : 'Пётр'}:** ${words}`,
    )
    expect(md(source.join('\n\n')).turns).toBe(4)
  })
})

describe('labels and looks together', () => {
  test('bold questions that nobody signs: the two who answer by name only answer', () => {
    const source = `**Who had the idea?**

**Vey:** I did. Who else reads tide tables in bed? Nobody.

**Lund:** I wrote it down.

**And who built it?**

**Lund:** Do you want the truth? We paid my cousin.

**Vey:** She did it well.

**Would you do it again?**

**Vey:** Never.`
    expect(paragraphsOf(md(source)).map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual([...'QAAQAAQA'])
  })

  test('questions in italics, answers by initials', () => {
    const source = `*Who taught you?*

**NV:** The tide did.

And an aunt.

*That sounds lonely.*

**NV:** It was quiet.

*Do you miss it?*

**NV:** On Sundays.`
    expect(script(md(source))).toEqual([
      'Q -: Who taught you?',
      'A NV: The tide did.',
      'A NV: And an aunt.',
      'Q -: That sounds lonely.',
      'A NV: It was quiet.',
      'Q -: Do you miss it?',
      'A NV: On Sundays.',
    ])
  })

  test('two who discuss: nobody asks, and cross-heads in bold are asked about', () => {
    const long = (words: string): string =>
      `${words} ${'It takes as long as it takes, and the harbour will be there. '.repeat(4)}`.trim()
    const source = [
      '**Vey:** ' + long('Build the pier first.'),
      '**Lund:** ' + long('Draw the pier first.'),
      '**On patience and its price**',
      '**Vey:** ' + long('A drawing keeps no boat. Or does it?'),
      '**Lund:** ' + long('A pier cannot be rubbed out.'),
      '**On money, as always**',
      '**Vey:** ' + long('Stone is dear, I know.'),
      '**Lund:** ' + long('You see.'),
    ].join('\n\n')
    expect(paragraphsOf(md(source)).map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual([
      'A',
      'A',
      'B?',
      'A',
      'A',
      'B?',
      'A',
      'A',
    ])
  })

  test('an answer whose label is missing is asked about, and so is what the writer says between two talks', () => {
    const told = paragraphsOf(
      md(
        '**Ada:** Where do you live?\n\n**Vey:** In a boat.\n\n**Ada:** Is it cold?\n\nIt has a stove.\n\n**Ada:** Thank you!\n\n## The lighthouse\n\nThe lighthouse is kept by two.\n\n**Ada:** Who lights it?\n\n**Lund:** A machine.\n\n**Ada:** Since when?\n\n**Lund:** Always.',
      ),
    )
    expect(told.map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual(['Q', 'A', 'Q', 'A?', 'Q', 'B?', 'Q', 'A', 'Q', 'A'])
  })

  test('what stands between a question and its labelled answer goes on asking', () => {
    const told = paragraphsOf(
      text('Ada: How many steps are there?\n\nSteps 204\n\nVey: All of them.\n\nAda: Who sweeps?\n\nVey: I do.'),
    )
    expect(told.map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual([...'QQAQA'])
  })

  test('a name before the questions that are headings asks between them, too; Q and A are taken off', () => {
    const source =
      '### TLD: Where do you live?\n\nIn a boat.\n\nTLD: Patience helps.\n\nIt does.\n\n### TLD: Is it cold?\n\nI have a stove.'
    expect(script(md(source))).toEqual([
      'Q TLD: Where do you live?',
      'A -: In a boat.',
      'Q TLD: Patience helps.',
      'A -: It does.',
      'Q TLD: Is it cold?',
      'A -: I have a stove.',
    ])
    expect(script(md('### Q: Where?\n\nA: Here.\n\n### Q: When?\n\nA: Now.'))).toEqual([
      'Q -: Where?',
      'A -: Here.',
      'Q -: When?',
      'A -: Now.',
    ])
  })
})

test('who is brief between those who answer, and asks now and then, is the second interviewer', () => {
  const long = 'I came by water, and I stayed, because the harbour is kind to whoever arrives late and says so.'
  const talk = ['Ada: Where do you live?', `Vey: ${long}`, 'Bo: I see.', `Vey: ${long}`, 'Ada: Is it cold?', `Vey: ${long}`]
  const more = [
    'Bo: With a cat?',
    `Vey: ${long}`,
    'Bo: Two, then.',
    `Vey: ${long}`,
    'Bo: Ah.',
    `Vey: ${long}`,
    'Ada: And who cooks?',
    `Vey: ${long}`,
  ]
  const told = paragraphsOf(text([...talk, ...more, 'Bo: Lucky cats.', `Vey: ${long}`].join('\n\n')))
  expect(told.map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual([...'QAQAQAQAQAQAQAQA'])
})

test('a dash before each who speaks: every second one asks, and what has none goes on', () => {
  const source =
    'Nora Vey vive en el agua.\n\n-Me gustaría que me cuentes cómo llegaste.\n\n-Por agua.\n\n-¿Y por qué te quedaste?\n\n-Porque llovía.\n\nLlovió nueve años.\n\n-¿No te molesta el frío?\n\n-Tengo una estufa.\n\n-¿Y el ruido?\n\n-Son pájaros.'
  const reading = text(source)
  expect(paragraphsOf(reading).map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual([...'BQAQAAQAQA'])
  expect(script(reading)[1]).toBe('Q -: Me gustaría que me cuentes cómo llegaste.')
  expect(reading.lost).toEqual(['The dashes before 8 who speak'])
})

test('initials keep the small letter of a name’s particle', () => {
  const source =
    'Ada van Holm: Where do you live?\n\nNora Vey: In a boat.\n\nAvH: Is it cold?\n\nNV: I have a stove.\n\nAvH: Why?\n\nNV: It snows.'
  expect(Object.values(text(source).speakers).map(({ name, kind }) => `${name}, ${kind}`)).toEqual([
    'Ada van Holm, interviewer',
    'Nora Vey, subject',
  ])
})

test('a dash before the answers, questions without any mark', () => {
  const source =
    'Nora Vey mieszka na wodzie.\n\nGdzie pani mieszka?\n\n– Na barce.\n\nNie jest pani zimno?\n\n– Mam piec.\n\nI długo grzeje.\n\nDlaczego barka?\n\n– Bo pływa.\n\nTo brzmi samotnie.\n\n– Są czaple.'
  const reading = text(source)
  expect(paragraphsOf(reading).map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual([...'BQAQAAQAQA'])
  expect(reading.lost).toEqual(['The dashes before 4 answers'])
})

test('Chinese and Japanese leave no blank after a label; who is who at the head is nobody’s turn', () => {
  const chinese = text('采访人:小林\n小林:你住在哪里?\n阿海:我住在船上。\n小林:那里冷吗?\n阿海:我有炉子。')
  expect(script(chinese)).toEqual([
    'B -: 采访人:小林',
    'Q 小林: 你住在哪里?',
    'A 阿海: 我住在船上。',
    'Q 小林: 那里冷吗?',
    'A 阿海: 我有炉子。',
  ])
  const japanese = text('Q.どこに住んでいますか?\n船です。\nQ.寒くないですか?\nストーブがあります。')
  expect(script(japanese)).toEqual([
    'Q -: どこに住んでいますか?',
    'A -: 船です。',
    'Q -: 寒くないですか?',
    'A -: ストーブがあります。',
  ])
})

describe('headings that ask, labels that answer', () => {
  test('the headings are the questions, and nobody who is labelled asks', () => {
    const told = script(
      md(
        '## 1. Who had the idea?\n\n**Vey:** I did. Who else reads tide tables?\n\n**Lund:** I wrote it down.\n\n## 2. Who built it?\n\n**Lund:** My cousin.\n\nShe is dear.\n\n**Vey:** Was she? I forget.',
      ),
    )
    expect(told).toEqual([
      'Q -: 1. Who had the idea?',
      'A Vey: I did. Who else reads tide tables?',
      'A Lund: I wrote it down.',
      'Q -: 2. Who built it?',
      'A Lund: My cousin.',
      'A Lund: She is dear.',
      'A Vey: Was she? I forget.',
    ])
  })

  test('so are questions without any mark, between three who answer', () => {
    const source =
      'Who had the idea?\n\nVey: I did.\n\nLund: I wrote it down.\n\nWho built it?\n\nLund: My cousin did.\n\nOrr: I held the lamp.\n\nAnd who paid?\n\nVey: We did.\n\nOrr: I never did.'
    expect(paragraphsOf(text(source)).map(({ role }) => role)).toEqual([...'QAAQAAQAA'])
  })

  test('names ask beside Q and A', () => {
    const source =
      'Q: Where?\n\nA: Here.\n\nTLD: And when?\n\nVey: Now.\n\nTLD: Why?\n\nVey: It rains.\n\nTLD: And how?\n\nVey: Hard.'
    expect(paragraphsOf(text(source)).map(({ role }) => role)).toEqual([...'QAQAQAQA'])
  })
})

describe('lists', () => {
  test('a numbered list whose items are questions with their answers', () => {
    const reading = md(
      'Nora Vey lives on the water.\n\n1. **Tell us about yourself.**\n\n   I live in a boat.\n\n   It leaks.\n\n2. **Is it cold there?**\n\n   I burn:\n\n   - driftwood\n   - letters\n\n3. **What do you read?**\n\n   Tide tables.',
    )
    expect(script(reading)).toEqual([
      'B -: Nora Vey lives on the water.',
      'Q -: 1. Tell us about yourself.',
      'A -: I live in a boat.',
      'A -: It leaks.',
      'Q -: 2. Is it cold there?',
      'A -: I burn:',
      'Q -: 3. What do you read?',
      'A -: Tide tables.',
    ])
    expect(reading.body.textContent).toContain('driftwoodletters')
    expect(reading.lost).toContain('3 questions with their answers in the items of a list, now paragraphs')
  })

  test('a list of steps stays one', () => {
    const reading = md('1. Boil water.\n\n   A litre.\n\n2. Add salt.\n\n   A spoon.\n\n3. Is it done?')
    expect([reading.turns, reading.body.firstChild?.type.name]).toEqual([0, 'list'])
  })
})

describe('looks', () => {
  test('who is told to speak is asked, and so is who is asked in Japanese', () => {
    const source = ['Tell us about your boat.', 'It leaks.', 'Tell us about your stove.', 'It smokes.', 'What next?', 'Bread.']
    expect(
      paragraphsOf(md(source.map((words, i) => (i % 2 === 0 ? `*${words}*` : words)).join('\n\n'))).map(({ role }) => role),
    ).toEqual([...'QAQAQA'])
    expect(
      md('### 船はどこですか？\n\n川です。\n\n### 寒いことはありますか。\n\nあります。\n\n### 猫は？\n\n二匹。').unsure,
    ).toBe(0)
  })

  test('after the thanks, or naming who answered, the writer may speak: it is asked', () => {
    const talk = 'Nora Vey lives on the water.\n\n**Where do you live?**\n\nIn a boat.\n\n**Is it cold?**\n\nI have a stove.\n\n'
    const last = (more: string) => paragraphsOf(md(talk + more)).at(-1)
    expect(last('Nora Vey shows the boat to visitors on the first Sunday of each month.')).toMatchObject({
      role: 'B',
      guess: true,
    })
    expect(
      last('**Thank you, Nora!**\n\nThe boat lies at the second bridge, and whoever rings the bell is given tea there.'),
    ).toMatchObject({ role: 'B', guess: true })
    expect(last('**Thank you, Nora!**\n\nMy pleasure.')).toMatchObject({ role: 'A', guess: false })
    expect(last('Nora is what my aunt called me.')).toMatchObject({ role: 'A', guess: false })
  })
})

test('an essay that asks itself is no interview', () => {
  const essay = `I kept bees for nine years. They kept me busy.
One spring the hives were silent.
What had I done wrong?
I read all that there is to read. It is not much.
Then came the second winter, and the third.
My neighbour had bees on her roof.
I went up with a torch.
The roof smelled of thyme.
What if I had simply been in the wrong place?
I carried the hives up the stairs.
It took a weekend and a friend.
In May they flew.
I sold the garden.
Now there is honey.`
  expect(text(essay.replaceAll('\n', '\n\n')).turns).toBe(0)
})

test('what front matter says is words on one line; a picture’s address without a scheme leads somewhere all the same', () => {
  const reading = md(
    '---\ntitle: The  <em>boatwoman</em>\nsubtitle: "Nora Vey&rsquo;s harbour"\n---\n\n![Boat](//boats.example/boat.jpg)',
  )
  expect([reading.headline, reading.dek]).toEqual(['The boatwoman', 'Nora Vey’s harbour'])
  expect(JSON.stringify(reading.body.toJSON())).toMatch(/"source":"https:\/\/boats.example\/boat.jpg"/)
})

test('front matter in braces, and before the markup of a page', () => {
  const json = md(
    '{\n  "title" : "The boatwoman",\n  "authors" : [ "Ada Brill" ],\n  "draft" : null\n}\n\n**Where?**\n\nHere.\n\n**When?**\n\nNow.',
  )
  expect([json.headline, json.turns, json.lost]).toEqual(
    ['The boatwoman', 4, ['Front matter: authors, draft']].with(2, ['Front matter: draft']),
  )
  const page = readHtml(
    '---\ntitle: The boatwoman\nlayout: page\n---\n<p><b>Where?</b></p><p>Here.</p><p><b>When?</b></p><p>Now.</p>',
    counter(),
  )
  expect([page.headline, script(page)[0], page.lost]).toEqual(['The boatwoman', 'Q -: Where?', ['Front matter: layout']])
  expect(script(md('{\nnot JSON\n}\n\nWords.'))).toEqual(['B -: { not JSON }', 'B -: Words.'])
})

describe('words alone', () => {
  const talk = [
    'Where do you live?',
    'I live in a boat, and I have lived in it for nine years.',
    'Is it cold there, and do you mind?',
    'I have a stove. I feed it with what the river brings me.',
    'What would you miss if you moved ashore?',
    'I would miss my neighbours, who are herons.',
  ]
  const last = (...more: string[]) => paragraphsOf(text([...talk, ...more].join('\n\n'))).at(-1)

  test('last words of nobody who says I, or about the interview, may be the writer’s: they are asked', () => {
    expect(last('We plan to open the harbour to visitors again, and hope to see many of them.')?.guess).toBe(true)
    expect(last('I hope that this interview has made you want to see the lower harbour for yourself.')?.guess).toBe(true)
    expect(last('I would miss the noise as well, I think, my sister says I would.')).toMatchObject({ role: 'A', guess: false })
  })

  test('a few words to nobody, between long ones, are no question for sure', () => {
    const long = `${'The quay has a long memory for boats, and years pass before anybody there greets whoever moors. '.repeat(3)}I waited for it.`
    const told = paragraphsOf(
      text([talk[0], long, talk[2], long, talk[4], long, 'Herons in April', long, 'And then?', long].join('\n\n')),
    )
    expect(told[6]?.guess).toBe(true)
  })

  test('whoever is told to speak first is in an interview already', () => {
    const told = paragraphsOf(
      text(
        [
          'The latest of our talks is with Nora Vey.',
          'Tell us a bit about your boat and its crew.',
          'The boat is an old barge. Its crew are two cats.',
          'It is open to visitors.',
          ...talk.slice(2),
        ].join('\n\n'),
      ),
    )
    expect(told.slice(0, 2)).toMatchObject([
      { role: 'B', guess: false },
      { role: 'Q', guess: false },
    ])
  })

  test('running numbers with one left out; what asks without a number is asked about', () => {
    const told = paragraphsOf(
      text(
        '1. Where?\n\nHere.\n\n2. When?\n\nNow.\n\n4. Why?\n\nIt rained.\n\nAnd what do you eat?\n\nFish.\n\n5. How?\n\nSlowly.',
      ),
    )
    expect(told.map(({ role, guess }) => role + (guess ? '?' : ''))).toEqual(['Q', 'A', 'Q', 'A', 'Q', 'A', 'A?', 'A', 'Q', 'A'])
  })
})
