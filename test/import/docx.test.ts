/** Word files: everything a reader sees comes in, and what cannot is told. The codes name faults of other programs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readDocx, type Reading } from '../../shared/import/read.ts'
import { Refusal } from '../../shared/refusal.ts'
import { counter } from '../body/stories.ts'
import { short } from './short.ts'
import { letters, shown } from './shown.ts'
import { paragraphsOf } from './truth.ts'
import { docx, item, para, picture, PNG, run, styled } from './word.ts'

const read = (...given: Parameters<typeof docx>): Reading => readDocx(docx(...given), counter())
const lines = (...given: Parameters<typeof docx>): string[] => short(read(...given))

const STYLES =
  '<w:docDefaults><w:rPrDefault><w:rPr/></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:basedOn w:val="berschrift1"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Untertitel"><w:name w:val="Subtitle"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Frage"><w:name w:val="Frage"/><w:basedOn w:val="Standard"/><w:rPr><w:b/></w:rPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style><w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>' +
  '<w:style w:type="character" w:styleId="Fett"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>'
const NUMBERING =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="·"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>' +
  '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>' +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="9"><w:abstractNumId w:val="99"/></w:num>'

describe('words', () => {
  test('[PAS-18] names in smart tags, custom XML and content controls are words', () => {
    expect(
      lines(
        para(
          `${run('In ')}<w:smartTag w:element="place">${run('Bolivia')}</w:smartTag>${run(' today ')}<w:customXml><w:smartTag>${run('Ana')}</w:smartTag></w:customXml><w:sdt><w:sdtPr><w:placeholder/><w:text/></w:sdtPr><w:sdtContent>${run(' sings')}</w:sdtContent></w:sdt>`,
        ),
      ),
    ).toEqual(['In Bolivia today Ana sings'])
  })

  test('[PAS-19] the main part may have any name, and strict files other addresses', () => {
    for (const given of [{ name: 'document2.xml' }, { strict: true }, { name: 'text/main.xml' }])
      expect(lines(para('Found.'), given)).toEqual(['Found.'])
  })

  test('bold, italics and strike: in the words, in their style and in the style of the paragraph', () => {
    expect(
      lines(
        para(
          `${run('plain ')}${run('bold', '<w:b/>')}${run(' not', '<w:b w:val="0"/>')}${run(' both', '<w:b/><w:i w:val="true"/>')}${run(' gone', '<w:strike/>')}${run(' twice', '<w:dstrike/><w:strike w:val="0"/>')}${run(' named', '<w:rStyle w:val="Fett"/>')}`,
        ) +
          styled(
            'Frage',
            `${run('All bold')}${run(' but this', '<w:rStyle w:val="Fett"/>')}${run(' and this', '<w:b w:val="off"/>')}`,
          ),
        { styles: STYLES },
      ),
    ).toEqual([
      'plain <strong>bold</> not<em+strong> both</><strike> gone twice</><strong> named</>',
      '<strong>All bold</> but this and this',
    ])
  })

  test('breaks, tabs, hard hyphens and signs; blanks that the file only wraps are none', () => {
    expect(
      lines(
        '<w:p><w:r><w:t>one</w:t><w:tab/><w:t> two </w:t><w:br/><w:t>three</w:t><w:br w:type="page"/><w:t>-</w:t><w:noBreakHyphen/><w:t>four</w:t><w:softHyphen/><w:sym w:font="Wingdings" w:char="F0E0"/></w:r></w:p>',
      ),
    ).toEqual(['one\ttwo⏎three-‑four→'])
  })

  test('two breaks in a row end a paragraph, as people type them', () => {
    expect(lines('<w:p><w:r><w:t>Why?</w:t><w:br/><w:br/><w:t>Because.</w:t></w:r></w:p>')).toEqual(['Why?', 'Because.'])
  })

  test('hidden words stay out, and it is said', () => {
    const reading = read(para(`${run('seen')}${run('hidden', '<w:vanish/>')}`))
    expect([short(reading), reading.lost]).toEqual([['seen'], ['Hidden text']])
  })

  test('links by relation and by field, with their looks; what would run something is words', () => {
    const reading = read(
      para(
        `<w:hyperlink r:id="l1">${run('one', '<w:b/>')}</w:hyperlink>${run(' ')}<w:hyperlink r:id="l2">${run('two')}</w:hyperlink>${run(' ')}<w:hyperlink w:anchor="here">${run('three')}</w:hyperlink>${run(' ')}` +
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://c.example/" \\o "tip" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('four')}<w:r><w:fldChar w:fldCharType="end"/></w:r>` +
          `<w:fldSimple w:instr="PAGE">${run(' 7')}</w:fldSimple>`,
      ),
      {
        relations: [
          ['l1', 'hyperlink', 'https://a.example/?a=1&amp;b=2', true],
          ['l2', 'hyperlink', 'javascript:alert(1)', true],
        ],
      },
    )
    expect(short(reading)).toEqual(['<a https://a.example/?a=1&b=2+strong>one</> two three <a https://c.example/>four</> 7'])
    expect(reading.lost).toEqual(['A link that is not safe to follow (its words are kept)'])
  })
})

describe('blocks', () => {
  test('headings by style or outline in any language; the title is the headline, the subtitle the dek', () => {
    const reading = read(
      styled('Titel', 'The net') +
        styled('Untertitel', 'A life in knots') +
        para('Text.') +
        styled('berschrift1', 'One') +
        styled('berschrift2', 'Two') +
        para('Three', '<w:outlineLvl w:val="2"/>') +
        para('End.'),
      { styles: STYLES },
    )
    expect([reading.headline, reading.dek, short(reading)]).toEqual([
      'The net',
      'A life in knots',
      ['Text.', 'h2 One', 'h2 Two', 'h3 Three', 'End.'],
    ])
  })

  test('[PAS-21] lists with levels and kinds; a list that is not in the file is a list all the same', () => {
    const reading = read(
      item(1, 0, 'a') +
        item(1, 1, 'b') +
        item(1, 0, 'c') +
        item(2, 0, 'one') +
        item(2, 0, 'two') +
        para('x') +
        item(9, 0, 'lost'),
      { numbering: NUMBERING },
    )
    expect(short(reading)).toEqual(['- a', '  - b', '- c', '- one', '- two', 'x', '- lost'])
    expect(reading.body.children.map((node) => node.attrs.ordered as unknown)).toEqual([false, true, undefined, false])
    expect(reading.lost).toEqual(['The numbering of a list, which is not in the file'])
  })

  test('questions that Word numbers keep their numbers', () => {
    const reading = read(
      item(2, 0, 'How many?') +
        para('Sixty.') +
        item(2, 0, 'Who else?') +
        para('Nobody.') +
        item(2, 0, 'Why?') +
        para('Plastic.'),
      { numbering: NUMBERING },
    )
    expect(paragraphsOf(reading).map(({ role, text }) => `${role} ${text}`)).toEqual([
      'Q 1. How many?',
      'A Sixty.',
      'Q 2. Who else?',
      'A Nobody.',
      'Q 3. Why?',
      'A Plastic.',
    ])
  })

  test('[PAS-31] a table is a line a row, and the paragraph after it stays', () => {
    const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${para(cell)}</w:tc>`).join('')}</w:tr>`
    const reading = read(`<w:tbl>${row('a', 'b')}${row('c', 'd')}</w:tbl>${para('')}${para('after')}`)
    expect(short(reading)).toEqual(['a\tb', 'c\td', 'after'])
    expect(reading.lost).toEqual(['A table, kept as lines of text with tabs between its cells'])
  })

  test('a table that only frames an interview leaves its paragraphs', () => {
    const reading = read(`<w:tbl><w:tr><w:tc>${para('Why?')}${para('Because.')}</w:tc></w:tr></w:tbl>`)
    expect([short(reading), reading.lost]).toEqual([['Why?', 'Because.'], []])
  })

  test('a text box comes after the paragraph it stands beside, once, and not in its midst', () => {
    const box = (inner: string) =>
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${inner}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    const reading = read(para(`${run('before ')}${box(para('boxed') + item(1, 0, 'item'))}${run('after')}`) + para('next'), {
      numbering: NUMBERING,
    })
    expect(short(reading)).toEqual(['before after', 'boxed', '- item', 'next'])
    expect(reading.lost).toEqual(['A text box, put after the paragraph it stands beside'])
  })

  test('quotes, rules and equations', () => {
    const reading = read(
      styled('Zitat', 'Said once.') +
        para('<w:r/>', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>') +
        '<w:p><m:oMath><m:r><m:t>E=mc</m:t></m:r></m:oMath></w:p><w:p><w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r></w:p>',
      { styles: STYLES },
    )
    expect([short(reading), reading.lost]).toEqual([
      ['> Said once.', 'divider', 'E=mc', 'divider'],
      ['An equation, kept as plain text'],
    ])
  })

  test('notes at the foot are numbered notes at the end, and nobody’s answer', () => {
    const mention = (id: number) =>
      `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`
    const reading = read(
      para('Q: Where?') +
        para(`${run('A: At sea')}${mention(7)}${run('.')}`) +
        para('Q: When?') +
        para(`${run('A: Late')}${mention(3)}`),
      {
        footnotes: `<w:footnote w:type="separator" w:id="0">${para('—')}</w:footnote><w:footnote w:id="3">${para('Past ten.')}</w:footnote><w:footnote w:id="7">${para('The North Sea.')}${para('Or near it.')}</w:footnote>`,
      },
    )
    expect(short(reading)).toEqual([
      'Where?',
      'At sea¹.',
      'When?',
      'Late²',
      'divider',
      '¹ The North Sea.',
      'Or near it.',
      '² Past ten.',
    ])
    expect(
      paragraphsOf(reading)
        .map(({ role }) => role)
        .join(''),
    ).toBe('QAQABBB')
    expect(reading.lost).toEqual(['2 notes at the foot, now at the end of the story'])
  })

  test('page heads are no part of the story, and are told with their words', () => {
    const reading = read(`${para('Text.')}<w:p><w:pPr><w:sectPr><w:headerReference r:id="header"/></w:sectPr></w:pPr></w:p>`, {
      header: para('DRAFT – do not print'),
    })
    expect([short(reading), reading.lost]).toEqual([['Text.'], ['Page heads and feet: DRAFT – do not print']])
  })
})

describe('pictures', () => {
  const media = { relations: [['p1', 'image', 'media/a.png']] as [string, string, string][], files: { 'word/media/a.png': PNG } }

  test('[PAS-23] stay between the words they stand between, with their alt text and caption', () => {
    const reading = read(
      para(`${run('before')}${picture('p1', 'A  quay')}${run('after')}`) +
        para(picture('p1', '')) +
        styled('Beschriftung', 'The quay') +
        para('end'),
      { ...media, styles: STYLES },
    )
    expect(short(reading)).toEqual(['before', '[A quay: ]', 'after', '[: The quay]', 'end'])
    expect(reading.body.child(1).attrs).toMatchObject({ asset: null, source: 'picture:1' })
    expect(reading.pictures.map(({ id, type, bytes }) => [id, type, bytes.length])).toEqual([['1', 'image/png', PNG.length]])
    expect(reading.lost).toEqual(['A picture inside a paragraph, which is now two with the picture between them'])
  })

  test('[PAS-23] also the old kind, the linked, the drawn and those of other formats', () => {
    const old = '<w:r><w:pict><v:shape alt="Old"><v:imagedata r:id="p1" o:title=""/></v:shape></w:pict></w:r>'
    const linked = picture('p2', 'Far').replace('r:embed', 'r:link')
    const chart =
      '<w:r><w:drawing><wp:inline><wp:docPr descr="Chart"/><a:graphic><c:chart xmlns:c="urn:c"/></a:graphic></wp:inline></w:drawing></w:r>'
    const reading = read(para(`${run('x')}${old}${run('y')}`) + para(linked) + para(chart) + para(picture('p3', 'Vectors')), {
      relations: [...media.relations, ['p2', 'image', 'https://x.example/a.jpg', true], ['p3', 'image', 'media/b.emf']],
      files: { ...media.files, 'word/media/b.emf': strToU8('emf') },
    })
    expect(short(reading)).toEqual(['x', '[Old: ]', 'y', '[Far: ]', '[Vectors: ]'])
    expect(reading.body.child(3).attrs.source).toBe('https://x.example/a.jpg')
    expect(reading.lost).toEqual(
      expect.arrayContaining(['A drawing or chart', 'A picture of a kind that is not taken: its place is kept']),
    )
  })
})

describe('what people wrote beside the text is listed', () => {
  const by = 'w:id="1" w:author="Ana Ruiz" w:date="2026-03-01T10:00:00Z"'

  test('additions are in the text, deletions are not, and neither in silence', () => {
    const reading = read(
      para(
        `${run('The ')}<w:del ${by}><w:r><w:delText xml:space="preserve">old </w:delText></w:r></w:del><w:ins ${by}>${run('new ')}</w:ins><w:ins ${by}>${run('red ', '<w:b/>')}</w:ins>${run('boat')}`,
        '<w:rPr><w:ins w:author="Bo" w:date="2026-03-02T10:00:00Z"/></w:rPr>',
      ) +
        para(
          `<w:moveFrom ${by}>${run('Away. ')}</w:moveFrom>${run('Stays.', '<w:b/><w:rPrChange w:author="Bo"><w:rPr><w:i/></w:rPr></w:rPrChange>')}`,
        ) +
        para(`<w:moveTo ${by}>${run('Away. ')}</w:moveTo>`),
    )
    expect(short(reading)).toEqual(['The new <strong>red </>boat', '<strong>Stays.</>', 'Away.'])
    expect(reading.remarks.map(({ kind, who, when, words }) => [kind, who, when.slice(0, 10), words])).toEqual([
      ['inserted', 'Bo', '2026-03-02', '¶'],
      ['deleted', 'Ana Ruiz', '2026-03-01', 'old'],
      ['inserted', 'Ana Ruiz', '2026-03-01', 'new red'],
      ['moved away', 'Ana Ruiz', '2026-03-01', 'Away.'],
      ['moved here', 'Ana Ruiz', '2026-03-01', 'Away.'],
    ])
    expect(reading.lost).toEqual(['A tracked change of formatting, taken as it is now'])
  })

  test('comments, with who, when, on which words, and whether they are settled', () => {
    const comment = (id: number, who: string, words: string) =>
      `<w:comment w:id="${id}" w:author="${who}" w:date="2026-03-01T10:00:00Z"><w:p w14:paraId="P${id}">${run(words)}</w:p></w:comment>`
    const reading = read(
      para(
        `${run('He said ')}<w:commentRangeStart w:id="0"/>${run('two ')}${run('hundred', '<w:b/>')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run(' stairs.')}<w:r><w:commentReference w:id="1"/></w:r>`,
      ),
      {
        comments: comment(0, 'Ana Ruiz', 'Check the &lt;tape&gt;') + comment(1, 'Bo Ek', 'Done') + comment(2, 'Bo Ek', 'Nowhere'),
        commentsExtended: '<w15:commentEx w15:paraId="P1" w15:done="1"/>',
      },
    )
    expect(short(reading)).toEqual(['He said two <strong>hundred</> stairs.'])
    expect(reading.remarks.map(({ who, words, on, resolved }) => [who, words, on, resolved])).toEqual([
      ['Ana Ruiz', 'Check the <tape>', 'two hundred', false],
      ['Bo Ek', 'Done', '', true],
      ['Bo Ek', 'Nowhere', '', false],
    ])
  })
})

describe('an interview typed in Word needs no asking', () => {
  const talk: [question: boolean, text: string][] = [
    [false, 'Nora Aas has mended nets for sixty years.'],
    [true, 'How many nets is that?'],
    [false, 'I stopped counting.'],
    [true, 'They look strong.'],
    [false, 'They look old.'],
    [true, 'Who will do it after you?'],
    [false, 'Nobody. Plastic.'],
  ]
  test.each([
    ['bold words', (text: string) => para(run(text, '<w:b/><w:bCs/>'))],
    ['a bold style', (text: string) => styled('Frage', text)],
    ['italics', (text: string) => para(run(text, '<w:i/>'))],
    ['headings', (text: string) => styled('berschrift2', text)],
  ])('with its questions in %s', (_name, question) => {
    const reading = read(talk.map(([asked, text]) => (asked ? question(text) : para(text))).join(''), { styles: STYLES })
    expect(
      paragraphsOf(reading)
        .map(({ role, guess }) => role + (guess ? '?' : ''))
        .join(' '),
    ).toBe('B Q A Q A Q A')
    expect(JSON.stringify(reading.body.toJSON())).not.toContain('"strong"')
  })
})

describe('hostile and broken files are refused with a reason', () => {
  const refusal = (bytes: Uint8Array): Refusal => {
    try {
      readDocx(bytes, counter())
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
    throw new Error('was read')
  }

  test('a small file that unpacks to gigabytes, whether it admits it or not', () => {
    const bomb = (claims: number): Uint8Array => {
      const bytes = docx('', { document: `<w:document>${' '.repeat(400_000)}</w:document>` })
      const name = strToU8('word/document.xml')
      const at = bytes.findLastIndex((_byte, i) => name.every((letter, n) => bytes[i + n] === letter))
      new DataView(bytes.buffer, bytes.byteOffset).setUint32(at - 46 + 24, claims, true)
      return bytes
    }
    expect(bomb(0).length).toBeLessThan(2000)
    for (const claims of [0xffffffff, 0x10000000, 10]) expect(refusal(bomb(claims)).type).toBe('too-large')
  })

  test('[UPL-09] entities that multiply: nothing with a document type is read', () => {
    const lol = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const began = performance.now()
    expect(refusal(docx('', { document: `<!DOCTYPE x [<!ENTITY l0 "lol">${lol}]><w:document>&l9;</w:document>` })).type).toBe(
      'not-readable',
    )
    expect(refusal(docx('', { document: '<w:document>&unknown;</w:document>' })).type).toBe('not-readable')
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test('protected with a password, of an older Word, or no Word file at all: each is told apart', () => {
    const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...strToU8(' '.repeat(100))])
    const locked = new Uint8Array([...ole, ...[...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])])
    expect(refusal(ole).message).toContain('older Word')
    expect(refusal(locked).message).toContain('password')
    expect(refusal(strToU8('%PDF-1.7')).message).toContain('not a Word file')
    expect(refusal(new Uint8Array()).message).toContain('not a Word file')
  })

  test('torn, cut and scrambled at any place: a reason, or the whole text, never something between', () => {
    const whole = docx(para('One.') + para('Two.') + para(picture('p1', '')), {
      relations: [['p1', 'image', 'media/a.png']],
      files: { 'word/media/a.png': PNG },
    })
    for (let i = 0; i < whole.length; i += 7) {
      for (const broken of [whole.slice(0, i), whole.map((byte, n) => (n === i ? byte ^ 0x55 : byte))]) {
        try {
          expect(short(readDocx(broken, counter())), String(i)).toEqual(['One.', 'Two.', '[: ]'])
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
    }
  })

  test('[DOS-10] ten thousand elements in each other, and a document that ends in the middle', () => {
    expect(refusal(docx('<w:sdt>'.repeat(10_000) + '</w:sdt>'.repeat(10_000))).type).toBe('not-readable')
    expect(refusal(docx('', { document: '<w:document><w:body><w:p>' })).type).toBe('not-readable')
    expect(refusal(zipSync({ 'word/document.xml': strToU8('<w:document/>') })).type).toBe('not-readable')
  })

  test('relations that point out of the file, at nothing or in a ring', () => {
    expect(lines(para(picture('p1', 'x')), { relations: [['p1', 'image', '../../../../etc/passwd.png']] })).toEqual(['[x: ]'])
    const ring =
      '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/><w:rPr><w:i/></w:rPr></w:style>'
    expect(lines(styled('A', 'ring'), { styles: ring })).toEqual(['<em>ring</>'])
  })
})

const folder = '../shared/fixtures/docx'
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.docx')) : []

/** The words of a part as they stand in its XML, without what is deleted or doubled for older programs. */
function wordsIn(xml: string): string {
  const once = xml.replace(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, '')
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return [...once.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
    .map((match) => (match[1] ?? '').replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole))
    .join('')
}

describe.skipIf(files.length === 0)('Word files from other hands (skipped where they are not at hand)', () => {
  test.each(files)('%s comes in with its words in order', (name) => {
    const bytes = readFileSync(`${folder}/${name}`)
    const parts = unzipSync(bytes)
    const part = (file: string) => wordsIn(parts[file] === undefined ? '' : strFromU8(parts[file]))
    const reading = readDocx(bytes, counter())
    // The numbers of notes are our own.
    const plain = (text: string) => (name.startsWith('footnote') ? text.replace(/\d/g, '') : text)
    expect(plain(shown(reading))).toBe(plain(letters(part('word/document.xml') + part('word/footnotes.xml'))))
    expect(reading.lost.length).toBeLessThan(3)
  })
})
