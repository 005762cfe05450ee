/** Smart typing, told in what a person types and what then stands on the page. */
import { describe, expect, test } from 'vitest'
import { marksFor, smart } from '../../shared/typography.ts'

/** Types letter by letter. */
function typing(keys: string, lang = 'en', start = ''): string {
  let text = start
  for (const key of keys) {
    const change = smart(text, key, lang)
    text += key
    if (change !== null) text = text.slice(0, change.from) + change.insert + text.slice(change.to)
  }
  return text
}

describe('in English', () => {
  test('quotes open at a beginning and close after words', () => {
    expect(typing('"We said \'no\'," she said. ("Twice.")')).toBe('“We said ‘no’,” she said. (“Twice.”)')
    expect(typing('"\'No\' was the word."')).toBe('“‘No’ was the word.”')
    expect(typing('She said "\'no\'"')).toBe('She said “‘no’”')
    expect(typing('the so-called "plan"/"scheme"')).toBe('the so-called “plan”/“scheme”')
  })

  test('an apostrophe is one in a word, behind it and before digits', () => {
    expect(typing("It's the boats' fault, in '22 and the '90s")).toBe('It’s the boats’ fault, in ’22 and the ’90s')
    expect(typing("the 1990's")).toBe('the 1990’s')
    expect(typing("tell 'em rock 'n' roll isn't dead 'til Monday")).toBe('tell ’em rock ’n’ roll isn’t dead ’til Monday')
    expect(typing("('Tis so)")).toBe('(’Tis so)')
    expect(typing("he said 'emphasis' and 'n' twice")).toBe('he said ‘emphasis’ and ’n’ twice')
  })

  test('a quotation that breaks off with a dash is closed, one after a dash is opened', () => {
    expect(typing('"I never--" he began--"never"')).toBe('“I never—” he began—“never”')
    expect(typing('"He said \'I--\' and left"')).toBe('“He said ‘I—’ and left”')
  })

  test('a measure keeps its straight mark', () => {
    expect(typing('a 6" pipe')).toBe('a 6" pipe')
    expect(typing('"the 6" pipe')).toBe('“the 6” pipe')
  })

  test('two hyphens are a dash, three dots an ellipsis', () => {
    expect(typing('the rope--all of it -- and...')).toBe('the rope—all of it — and…')
    expect(typing('[...] end....')).toBe('[…] end….')
    expect(typing('-- she said')).toBe('— she said')
    expect(typing('pages 3-4')).toBe('pages 3-4')
  })
})

test('addresses, options and code stay as they are typed', () => {
  for (const text of [
    "https://example.org/it's--here...",
    'www.example.org/a--b',
    "o'@desk.example",
    'npm run --silent',
    '<!-- a note',
    '<a href="x" class="two words">',
    "x='y'",
    'run `say "hi" -- now...`',
    '../../up...',
    'C:\\"x',
    '-----',
  ]) {
    // The apostrophe before an @ is typed before anybody knows it is an address.
    expect(typing(text).replace('’@', "'@")).toBe(text)
  }
  expect(typing('"see https://example.org/a" she said "now"')).toBe('“see https://example.org/a” she said “now”')
})

describe('by the language of the story', () => {
  test.each([
    ['de', '"Ich sag\'s", sagte er. "Das war \'toll\' -- oder?"', '„Ich sag’s“, sagte er. „Das war ‚toll‘ – oder?“'],
    ['de', "\"Er rief: 'Wie geht's?'\"", '„Er rief: ‚Wie geht’s?‘“'],
    ['de-CH', '"So"', '«So»'],
    ['fr', 'Il a dit "l\'eau" et " oui "', 'Il a dit «\u00a0l’eau\u00a0» et «\u00a0oui\u00a0»'],
    ['fr-CH', '"oui"', '«oui»'],
    ['es', '"Dijo \'no\'"', '«Dijo “no”»'],
    ['es-MX', '"Dijo \'no\'"', '“Dijo ‘no’”'],
    ['it', 'gli anni \'90 e "l\'altro"', 'gli anni ’90 e «l’altro»'],
    ['pt-BR', '"não"', '“não”'],
    ['pt-PT', '"não"', '«não»'],
    ['ru', '"Он \'тут\'"', '«Он „тут“»'],
    ['pl', '"tak"', '„tak”'],
    ['sv', '"Det var \'kallt\'" -- sa hon', '”Det var ’kallt’” – sa hon'],
    ['ja', '"はい"', '「はい」'],
    ['zh-Hant-TW', '"好"', '「好」'],
    ['en-GB', '"Yes"', '“Yes”'],
    ['xx', '"?"', '“?”'],
  ])('%s', (lang, keys, copy) => expect(typing(keys, lang)).toBe(copy))

  test('a language is found however its tag is written, and never among what every object has', () => {
    expect(marksFor('DE-at').open).toBe('„')
    expect(marksFor('de-Latn-CH').open).toBe('«')
    expect(marksFor('constructor').open).toBe('“')
    expect(marksFor('').open).toBe('“')
  })

  test('a third hyphen makes the short dash long', () => expect(typing('so---nein', 'de')).toBe('so—nein'))
})

test('what was taken back by undo is not done again by the next key', () => {
  expect(typing('2', 'en', "in '2")).toBe("in '22")
  expect(typing('a', 'en', '"')).toBe('"a')
  expect(typing('2', 'en', 'in ‘2')).toBe('in ‘22')
  expect(typing(' b', 'en', 'a--')).toBe('a-- b')
})
