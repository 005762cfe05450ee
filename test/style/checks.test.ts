import { describe, expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { a, h, list, notice, p, q } from '../editor/words.ts'
import { marksIn } from '../../shared/style/quotes.ts'
import { check, found } from './reading.ts'

describe('slips of the hand', () => {
  test('an apostrophe before digits never opens: ‘22 is ’22, and a quotation that begins with a number stays', () => {
    expect(found('apostrophe', [p('She left in ‘22, came back in ‘23 and told ‘em so.')])).toEqual([
      '‘22 → ’22',
      '‘23 → ’23',
      '‘em → ’em',
    ])
    expect(found('apostrophe', [p('He wrote ‘22 boats were lost’ on the wall. In ’22 nobody came.')])).toEqual([])
    expect(found('apostrophe', [p('Ich kam ‘22 zurück.')], { lang: 'de' })).toEqual(['‘22 → ’22'])
  })

  test('a word twice is found in the copy, and in speech only where nobody means it', () => {
    expect(found('doubled', [p('The the boats came in and and went.')])).toEqual(['The the → The', 'and and → and'])
    expect(found('doubled', [a('It was very very cold, cold, and I saw the the ferry. No no no.')])).toEqual(['the the → the'])
    expect(found('doubled', [p('She had had enough. Duran Duran played. Bye bye. In 22 22 boats came.')])).toEqual([])
    expect(found('doubled', [p('Leute, die die Boote kennen, sagen das das nicht nicht.')], { lang: 'de' })).toEqual([
      'nicht nicht → nicht',
    ])
    expect(found('doubled', [p('Nous nous sommes vus sur sur le quai.')], { lang: 'fr' })).toEqual(['sur sur → sur'])
    expect(found('doubled', [p('Rumah rumah itu tua.')], { lang: 'id' })).toEqual([])
  })

  test('TK is never printed, but a shop may be called so', () => {
    expect(found('to-come', [p('The harbour has TK berths and [TKTK] cranes. TK')])).toEqual(['TK', '[TKTK]', 'TK'])
    expect(found('to-come', [p('She bought it at TK Maxx for a BATK.')])).toEqual([])
    expect(found('to-come', [p('Die TK zahlt. Hier fehlt noch TKTK.')], { lang: 'de' })).toEqual(['TKTK'])
  })

  test('two blanks, also with a hard one between', () => {
    expect(found('blanks', [p('One.  Two \u00a0three.')])).toEqual(['   →  ', ' \u00a0 →  '])
    expect(found('blanks', [p('Combien\u00a0? Une ligne'), list('deux  fois')], { lang: 'fr' })).toEqual(['   →  '])
  })
})

describe('quotation marks', () => {
  test('straight ones among curly ones are one matter with all its places', () => {
    const [mixed, ...more] = check([p('“I can’t,” she said.'), a('I don\'t. They said "no" in \'22.')]).filter(
      (one) => one.check === 'mixed-quotes',
    )
    expect(more).toEqual([])
    expect(mixed).toMatchObject({ message: '4 straight marks among 3 curly ones', marksOnly: true })
    expect(mixed!.places.map(({ words, change }) => `${words}${change}`)).toEqual(["'’", '"“', '"”', "'’"])
    expect(mixed!.places.every(({ spoken }) => spoken)).toBe(true)
  })

  test('feet, inches and addresses are no quotes, and a story with one kind is left alone', () => {
    expect(found('mixed-quotes', [p("He’s 6'2\" tall: see https://example.org/it's")])).toEqual([])
    expect(found('mixed-quotes', [p('"No," he said, "I don\'t."')])).toEqual([])
  })

  test('a mark turned the wrong way, and quotations that do not open or close', () => {
    expect(found('quote', [p('He said ”no“ and left.')])).toEqual(['” → “', '“ → ”'])
    expect(found('quote', [p('“No, he said.')])).toEqual(['“'])
    expect(found('quote', [p('No,” he said.')])).toEqual(['”'])
    // Several paragraphs of one quotation close only at the end.
    expect(found('quote', [p('“First of all.'), p('“And then.”')])).toEqual([])
    expect(found('quote', [p('„Nein“, sagte sie, „nie“.')], { lang: 'de' })).toEqual([])
  })
})

describe('names', () => {
  test('one spelling against the others: accents, apostrophes, blanks and single letters', () => {
    expect(found('name', [p('It was Lauren Sánchez. With Sánchez came Bo. Then Lauren Sanchez left.')])).toEqual([
      'Lauren Sanchez → Lauren Sánchez',
    ])
    expect(
      found('name', [p('The group Everyone Hate’s Elon came. I like Everyone Hates Elon, and Everyone Hates Elon’s songs.')]),
    ).toEqual(['Everyone Hate’s Elon → Everyone Hates Elon'])
    expect(found('name', [p('At the DealBook Summit and the DealBook Summit and the Deal Book Summit.')])).toEqual([
      'Deal Book Summit → DealBook Summit',
    ])
    expect(found('name', [p('I met Zohran Mamdani. It was Zohran again. They saw Zoran Mamdani.')])).toEqual(['Zoran → Zohran'])
    expect(found('name', [p('With Sara and with Sara and with Sarah.')])).toEqual(['Sarah → Sara'])
  })

  test('the spelling of a speaker is the right one, and the headline is held against the copy', () => {
    expect(
      found('name', [p('In the boat sat Ingrid Vasshaugh.')], {
        speakers: ['Ingrid Vasshaug'],
        headline: 'A day with Ingrid Vasshaug',
      }),
    ).toEqual(['Vasshaugh → Vasshaug'])
  })

  test('peoples, families and two people who are nearly called the same are no mistakes', () => {
    expect(found('name', [p('In Israel an Israeli met Bezos and the Bezoses; an American saw America.')])).toEqual([])
    expect(found('name', [p('I saw Eva Hansen. Then came Tom Hanson. We like Eva Hansen.')])).toEqual([])
    expect(found('name', [p('So Maria met Mario and Marie, and a Board met the board.')])).toEqual([])
    expect(found('name', [p('Sie sah das Haus und die Häuser, den Hafen und die Häfen.')], { lang: 'de' })).toEqual([])
  })

  test('who is met by the last name before the whole one', () => {
    expect(found('first-reference', [p('Then Zuckerberg came.'), p('They know Mark Zuckerberg.')])).toEqual([
      'Zuckerberg → Mark Zuckerberg',
    ])
    expect(found('first-reference', [a('And Zuckerberg was there.'), p('They know Mark Zuckerberg.')])).toEqual([
      'Zuckerberg → [Mark] Zuckerberg',
    ])
    expect(found('first-reference', [p('They know Mark Zuckerberg.'), p('Then Zuckerberg came.')])).toEqual([])
    expect(found('first-reference', [p('At noon Vasshaug arrived.')], { speakers: ['Ingrid Vasshaug'] })).toEqual([
      'Vasshaug → Ingrid Vasshaug',
    ])
    // No people: a place, an event, a paper.
    expect(
      found('first-reference', [
        p('We liked the Gala. It is the Met Gala. In York we read the New York Times. The Times is good.'),
      ]),
    ).toEqual([])
  })

  test('letters that nobody explained, once, where they first stand', () => {
    expect(found('acronym', [p('The NLRB ordered it. The NLRB is slow.'), a('I was at the NLRB.')])).toEqual(['NLRB'])
    expect(found('acronym', [p('The National Labor Relations Board ordered it. The NLRB is slow.')])).toEqual([])
    expect(
      found('acronym', [p('Immigration and Customs Enforcement (ICE) came. Then ICE left. The EUV (extreme ultraviolet) lamp.')]),
    ).toEqual([])
    expect(found('acronym', [p('The UN, the U.S. and NASA; Louis XIV on TV; a Q&A about R&B, PDFs and A.I.')])).toEqual([])
    expect(found('acronym', [p('Die SPD und die CDU stritten; die ABGK schwieg.')], { lang: 'de' })).toEqual(['ABGK'])
    expect(found('acronym', [h('THE BOATS OF HOLM ARE GONE')])).toEqual([])
  })
})

describe('facts', () => {
  test('dates that mean another day tomorrow; a day with its date, Mondays and Black Friday do not', () => {
    expect(
      found('relative-date', [
        p('She came yesterday, after last summer and two weeks ago. Monday night was cold; on Tuesday it rained.'),
      ]),
    ).toEqual(['yesterday', 'last summer', 'two weeks ago', 'Monday night', 'Tuesday'])
    expect(
      found('relative-date', [
        p('On Mondays, every Friday, on Black Friday and on Monday, May 4, she comes. Today’s kids do not.'),
      ]),
    ).toEqual([])
  })

  test('in answers they are one question: which day was the interview?', () => {
    const told = check([a('I saw her yesterday.'), a('Last year I did not.')])
    expect(told.map(({ message, places }) => [message, places.length])).toEqual([
      ['Answers speak of “yesterday”, “Last year”: which day was the interview?', 2],
    ])
  })

  test('numbers that can be wrong; years, dates, times, decades and lists are left alone', () => {
    expect(
      found('number', [p('It cost $1.2 billion, 30% more; sixty percent of 19,000 readings, a hundred thousand crowns.')]),
    ).toEqual(['$1.2 billion', '30%', 'sixty percent', '19,000', 'a hundred thousand'])
    expect(
      found('number', [
        p(
          'In 1911 and on June 1st, 9 January, at 10:40, in the 1980s and ’22, two men on the 9th floor of Pier-9 read [3] the B52.',
        ),
      ]),
    ).toEqual([])
    expect(found('number', [p('30 Prozent der 12.000 Menschen kamen am 9. Januar 2014.')], { lang: 'de' })).toEqual([
      '30 Prozent',
      '12.000',
    ])
  })

  test('superlatives; in answers only what claims a place in the world', () => {
    expect(
      found('superlative', [p('It was the largest union, the first union in the U.S. and one of the most famous people.')]),
    ).toEqual(['the largest union', 'the first union', 'the most famous'])
    expect(
      found('superlative', [
        a('It was the worst day, the only thing I could do, the best time. He had the largest divorce in history.'),
      ]),
    ).toEqual(['the largest divorce'])
    expect(found('superlative', [p('The honest truth: the protest in the forest was the first time, the only way.')])).toEqual([])
    expect(found('superlative', [p('Das älteste Boot der Welt lag am besten Platz.')], { lang: 'de' })).toEqual([
      'Das älteste Boot',
    ])
  })
})

describe('the interview', () => {
  test('brackets that hold a number or more than three words, and those that hold what was meant', () => {
    expect(
      found('brackets', [
        a(
          'I made it over [one], to [the Model Alliance] and [ranks number one here], [30 of them] [laughs] [She nods at the cupboard.]',
        ),
      ]),
    ).toEqual(['[ranks number one here]', '[30 of them]'])
    expect(found('brackets', [p('The list [of all the boats in it] is long.')])).toEqual([])
  })

  test('a question with its answer run in', () => {
    const run =
      'Why do you think they are paying for it? I think they’re trying to seem cool, and to make us forget what people don’t like.'
    expect(found('run-together', [q(run)])).toEqual(['I think they’re trying to'])
    expect(found('run-together', [a(run)])).toEqual(['I think they’re trying to'])
    expect(
      found('run-together', [a('Do I regret it? No. I would do it all again tomorrow, and the day after that, if I could.')]),
    ).toEqual([])
    expect(
      found('run-together', [
        q('What do you make of it? And what will you say, now that I have told you what they wrote about it?'),
      ]),
    ).toEqual([])
  })

  test('an answer that ends by asking, at the end of its turn only', () => {
    expect(found('answer-asks', [q('Who paid?'), a('They did. They gave ten, or something like that?'), q('Yes.')])).toEqual([
      'They gave ten, or something like that?',
    ])
    expect(
      found('answer-asks', [
        q('Who?'),
        a('Where’d she come from?'),
        a('From Holm.'),
        q('And he asked?'),
        a('He said, “Why me?”'),
      ]),
    ).toEqual([])
  })

  test('an affiliate link wants a disclosure', () => {
    const linked = schema.node('paragraph', null, [
      schema.text('Her book', [schema.marks.link.create({ href: 'https://example.org', affiliate: true })]),
    ])
    expect(found('affiliate', [linked])).toEqual(['Her book'])
    expect(found('affiliate', [schema.node('linkCard', { url: 'https://example.org', affiliate: true })])).toHaveLength(1)
    expect(found('affiliate', [linked, p('We may earn a commission.')])).toEqual([])
    expect(found('affiliate', [p('Her book')])).toEqual([])
  })

  test('a note that calls the story free cannot stand over a paywall', () => {
    const free = notice(p('A note to readers: this one is free for everyone.'))
    expect(found('readers-note', [free, schema.node('paywall')])).toEqual(['free for everyone'])
    expect(found('readers-note', [free])).toEqual([])
    expect(found('readers-note', [notice(p('This one is for paid subscribers only.')), p('So.')])).toHaveLength(1)
  })
})

describe('what is spoken', () => {
  test('is told apart: answers, pull quotes and quotations in the copy', () => {
    const spoken = check([p('He saw the the boat and “the the sea” there.'), a('With the the ferry.')]).map(
      ({ places }) => places[0]!.spoken,
    )
    expect(spoken).toEqual([false, true, true])
  })

  test('in another language inside a story is nobody’s slip', () => {
    const foreign = schema.text('die die der der the the', [schema.marks.lang.create({ lang: 'de' })])
    expect(found('doubled', [schema.node('paragraph', null, [schema.text('So: '), foreign])])).toEqual([])
  })
})

test('[P10] addresses hold no marks of the text, and a word of 200,000 letters is read once', () => {
  const text = '"a" (https://x.example/"b" @"c"@ "d@e"f @ "g@" \'h@@i"j"'
  expect(marksIn(text).straight.map((at) => text.slice(at, at + 2))).toEqual(['"a', '" ', '"c', '"@'])
  const before = performance.now()
  for (const sign of ['.', '"', '@', 'a@b" ']) marksIn(sign.repeat(200_000 / sign.length))
  // It was a minute for each.
  expect(performance.now() - before).toBeLessThan(5000)
})

test('a language the checks do not know is left alone but for blanks and marks', () => {
  const fins = [p('Satama oli hiljaa. Hän hän tuli eilen  eilen ja  näki ABCD-laivan, “maailman suurin”.'), a('Niin niin.')]
  expect(new Set(check(fins, { lang: '' }).map((one) => one.check))).toEqual(new Set(['blanks']))
})
