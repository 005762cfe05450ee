/** HTML as other programs write it, whole, torn or hostile. The codes name faults of other editors. */
import { describe, expect, test } from 'vitest'
import { readHtml, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { short } from './short.ts'

const read = (html: string): Reading => readHtml(html, counter())

const lines = (html: string): string[] => short(read(html))

describe('word processors', () => {
  test('[PAS-01] Google Docs wraps everything in a <b> of normal weight: only what is bold is bold', () => {
    expect(
      lines(
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0"><p dir="ltr"><span style="font-weight:400">plain</span></p><ul><li><p><span style="font-weight:400">item</span></p><ul><li><p><span style="font-weight:700">bold sub</span></p></li></ul></li></ul></b>',
      ),
    ).toEqual(['plain', '- item', '  - <strong>bold sub</>'])
  })

  test('[PAS-03] struck and underlined keeps the strike, and says that the line below is lost', () => {
    const reading = read('<p><span style="text-decoration:underline line-through">x</span></p>')
    expect(short(reading)).toEqual(['<strike>x</>'])
    expect(reading.lost).toEqual(['Underlining (the words are kept)'])
  })

  test('comments in a file of Google Docs are listed with what they are on; neither they nor their letters are words of the story', () => {
    const reference = (n: number, letter: string) => `<sup><a href="#cmnt${n}" id="cmnt_ref${n}">[${letter}]</a></sup>`
    const said = (n: number, letter: string, words: string) =>
      `<div style="border:1px solid"><p><a href="#cmnt_ref${n}" id="cmnt${n}">[${letter}]</a><span>${words}</span></p></div>`
    const { remarks, comments, lost, ...reading } = read(
      `<p>Where were you${reference(1, 'a')}${reference(2, 'b')}?</p><ul><li>you, <b>too</b>${reference(3, 'c')}</li></ul>
       <p>See <a href="https://example.org/">[a]</a> there.</p>
       ${said(1, 'a', 'Really her?</span></p><p><span>Or him?')}${said(2, 'b', 'Her.')}${said(3, 'c', 'Also?')}`,
    )
    expect(short(reading)).toEqual(['Where were you?', '- you, <strong>too</>', 'See <a https://example.org/>[a]</> there.'])
    expect(remarks.map(({ words, on }) => `${on}: ${words}`)).toEqual([
      'Where were you: Really her?\nOr him?',
      'Where were you: Her.',
      'you, too: Also?',
    ])
    expect(comments.map(({ text, quote, nth, times }) => [text, quote, nth, times])).toEqual([
      ['Really her?\nOr him?', 'you', 0, 2],
      ['Her.', 'you', 0, 2],
      ['Also?', 'too', 0, 1],
    ])
    expect(lost).toEqual([])
  })

  test('[PAS-04] Word’s list paragraphs are a list, without the bullets it draws as text', () => {
    expect(
      lines(
        "<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'>·<span>&nbsp;&nbsp; </span></span><![endif]>one</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span>o<span>&nbsp; </span></span><![endif]>two</p><p>after</p>",
      ),
    ).toEqual(['- one', '  - two', 'after'])
  })

  test('Word’s numbered list paragraphs are an ordered list', () => {
    const { body } = read(
      "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>one</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>two</p>",
    )
    expect([body.firstChild?.attrs.ordered, body.firstChild?.childCount, body.textContent]).toEqual([true, 2, 'onetwo'])
  })

  test('[PAS-06] Word wraps its source: a line end is one blank', () => {
    expect(lines('<p class=MsoNormal>The quick\r\nbrown fox <span\r\nlang=EN-GB>jumps</span>\r\nover</p>')).toEqual([
      'The quick brown fox jumps over',
    ])
  })

  test('Word’s conditional comments, styles and islands of XML do not leak', () => {
    expect(
      lines(
        '<!--[if gte mso 9]><xml><w:WordDocument>junk</w:WordDocument></xml><![endif]--><style>p.MsoNormal{mso-style-name:x}</style><xml><o:p>junk</o:p></xml><p class=MsoNormal>In <st1:place w:st="on">Bolivia</st1:place> today<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>',
      ),
    ).toEqual(['In Bolivia today'])
  })

  test('Word Online: every item is a list of its own, headings are paragraphs with a role, and hard spaces end everything', () => {
    const li = (level: number, text: string) =>
      `<div class="ListContainerWrapper"><ul class="BulletListStyle1"><li data-aria-level="${level}" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></ul></div>`
    const reading = read(
      `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2"><span class="TextRun">Nets</span><span class="EOP">&nbsp;</span></p></div>${li(1, 'hemp')}${li(2, 'old')}${li(1, 'wire')}<div class="OutlineElement"><p class="Paragraph"><span class="TextRun" style="font-weight:bold">End.</span><span class="EOP">&nbsp;</span></p></div>`,
    )
    expect(short(reading)).toEqual(['h2 Nets', '- hemp', '  - old', '- wire', '<strong>End.</>'])
    expect(reading.body.childCount).toBe(3)
  })

  test('the numbers of notes are raised figures and no links, in Google Docs, Word and Substack', () => {
    expect(
      lines(
        '<p>Sea<sup><a href="#ftnt1">[1]</a></sup> and E=mc<sup>2</sup>, the 1<sup>st</sup>.</p><p>Ice<a href="#_ftn2"><span>[2]</span></a><a class="footnote-anchor" href="#footnote-3">3</a></p><hr><p><a href="#ftnt_ref1">[1]</a> The North Sea.</p>',
      ),
    ).toEqual(['Sea¹ and E=mc², the 1st.', 'Ice²³', 'divider', '¹ The North Sea.'])
  })

  test('hard spaces that a browser’s editor leaves are blanks; those of a typesetter stay', () => {
    expect(
      lines(
        '<p>He&nbsp;<b>said</b>&nbsp;so.&nbsp; Twice &nbsp;over, at 10&nbsp;km with Mr.&nbsp;Ek, w&nbsp;domu, «&nbsp;oui&nbsp;»&nbsp;!</p>',
      ),
    ).toEqual(['He <strong>said</> so. Twice over, at 10\u00a0km with Mr.\u00a0Ek, w\u00a0domu, «\u00a0oui\u00a0»\u00a0!'])
  })

  test('hard spaces that only pad become blanks, those that are meant stay', () => {
    expect(
      lines(
        '<p>Type:<span style=\'mso-spacerun:yes\'>&nbsp; </span>10&nbsp;km<span class="Apple-converted-space">&nbsp;</span>away</p>',
      ),
    ).toEqual(['Type: 10\u00a0km away'])
  })
})

describe('breaks and blocks', () => {
  test('[PAS-08] breaks around blocks make no empty paragraphs and join none', () => {
    expect(lines('<div><br><br><div>CCC</div><div>DDD</div><br><br></div>')).toEqual(['CCC', 'DDD'])
  })
  test('[PAS-09] no blank after a break', () => {
    expect(lines('<p>Before<br>\nAfter</p>')).toEqual(['Before⏎After'])
  })
  test('[PAS-11] breaks between paragraphs are no paragraphs', () => {
    expect(lines('<b style="font-weight:normal" id="docs-internal-guid-0"><p>a</p><br><p>b</p><br><br><p>c</p></b>')).toEqual([
      'a',
      'b',
      'c',
    ])
  })
  test('two breaks in a row end a paragraph', () => {
    expect(lines('a<br><br>b<br>c<br> <br><i>d</i><br>')).toEqual(['a', 'b⏎c', '<em>d</>'])
  })
  test('blocks without end tags, text without blocks', () => {
    expect(lines('one<p>two<p>three<div>four</div>five<h2>six</h2>seven')).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'h2 six',
      'seven',
    ])
  })
  test('bold that its paragraph does not close goes on, as in browsers; torn nesting is mended', () => {
    expect(lines('<p><b>x<p>y</b> z')).toEqual(['<strong>x</>', '<strong>y</> z'])
    expect(lines('<p><b>a<i>b</b>c</i>d</p>')).toEqual(['<strong>a</><em+strong>b</><em>c</>d'])
    expect(lines('<table><tr><td><b>a</td><td>b</td></tr></table><p>c</p>')).toEqual(['<strong>a</>\tb', 'c'])
  })
  test('[PAS-16] definition lists, cite, captions and empty header cells keep every word; the table stays two columns', () => {
    expect(
      lines(
        '<dl><dt>Term</dt><dd>Meaning</dd></dl><blockquote>q<cite>Someone</cite></blockquote><figure><img src="x.jpg" alt="A boat"><figcaption>The boat</figcaption></figure><table><caption>Cap</caption><thead><tr><th>A</th><th></th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      ),
    ).toEqual(['Term', 'Meaning', '> q', '> <workTitle>Someone</>', '[A boat: The boat]', 'Cap', 'A\t', '1\t2'])
  })
  test('a cell with more than one block gives its blocks in order', () => {
    expect(lines('<table><tr><td><p>a</p><ul><li>b<li>c</ul></td><td>d</td></tr></table>e')).toEqual([
      'a',
      '- b',
      '- c',
      'd',
      'e',
    ])
  })
  test('nested lists, also without items in between and with words after', () => {
    expect(lines('<ul><li>a<ul><li>b</li></ul>c</li><li><p>d</p><p>e</p></li></ul>')).toEqual(['- a', '  - b', '- c', '- d⏎e'])
    expect(lines('<ol><ol><ol><li>deep</li></ol></ol><li>up</li></ol>')).toEqual(['    - deep', '- up'])
  })
  test('white space counts where it is set to count', () => {
    expect(lines('<pre>a  b\nc</pre><p><span style="white-space:pre-wrap">d  e</span>  f  g</p>')).toEqual(['a  b⏎c', 'd  e f g'])
  })
  test('a horizontal rule is a divider, Ghost’s members-only mark the paywall', () => {
    expect(lines('<p>a</p><hr><p>b</p><!--members-only--><p>c</p>')).toEqual(['a', 'divider', 'b', 'paywall', 'c'])
  })
  test('the first heading is the headline where the page has it as its title; else it stays in the text', () => {
    const page = read('<title>The Sea – Courier</title><h1>The Sea</h1><p>Text.</p>')
    expect([page.headline, short(page)]).toEqual(['The Sea', ['Text.']])
    const fragment = read('<h1>The Sea</h1><p>Text.</p>')
    expect([fragment.headline, short(fragment)]).toEqual([null, ['h2 The Sea', 'Text.']])
  })
})

describe('pictures and players', () => {
  test('[PAS-23] a picture stays where it is, with its alt text and its caption; its address is noted, never fetched', () => {
    const reading = read(
      '<p>before</p><figure><a href="https://x.example/large.jpg"><img src="https://x.example/a.jpg" alt="Nets  on a\nquay"></a><figcaption>The nets,<br><i>dry</i></figcaption></figure><p>after</p>',
    )
    expect(short(reading)).toEqual(['before', '[Nets on a quay: The nets, dry]', 'after'])
    expect(reading.body.child(1).attrs).toMatchObject({ asset: null, source: 'https://x.example/a.jpg' })
    expect(reading.lost).toEqual(['A picture that is not in the file: its place is kept, upload it there'])
  })
  test('[PAS-31] words after a last picture stay, and pictures in a list follow it', () => {
    expect(lines('<p><img src="https://x.example/a.jpg"></p><p>end</p>')).toEqual(['[: ]', 'end'])
    expect(lines('<ul><li>a<img src="https://x.example/a.jpg" alt="A"></li><li>b</li></ul><p>c</p>')).toEqual([
      '- a',
      '- b',
      '[A: ]',
      'c',
    ])
  })
  test('emoji that a program drew are letters, counting dots and check boxes are nothing', () => {
    expect(
      lines(
        '<p>Ship <img alt="👩‍🚀" src="https://s.w.org/x.svg">!<img src="https://t.example/o.gif" width="1" height="1"></p><ul><li role="checkbox"><img aria-roledescription="checkbox" alt="unchecked" src="data:,">Buy rope</li></ul>',
      ),
    ).toEqual(['Ship 👩‍🚀!', '- Buy rope'])
  })
  test('players of known places become cards with the address of their page', () => {
    expect(
      lines(
        '<p>a</p><iframe src="https://www.youtube-nocookie.com/embed/abcDEF12345?autoplay=1" title="The talk"></iframe><figure><iframe src="//player.vimeo.com/video/1234"></iframe></figure><iframe src="javascript:alert(1)//youtube.com"></iframe><iframe src="https://youtube.com.evil.example/embed/abcDEF12345"></iframe>',
      ),
    ).toEqual(['a', 'embed https://www.youtube.com/watch?v=abcDEF12345', 'embed https://vimeo.com/1234'])
  })
  test('Substack’s and Ghost’s ends of the free part are the paywall', () => {
    expect(lines('<p>a</p><div class="paywall-jump" data-component-name="PaywallToDOM"></div><p>b</p>')).toEqual([
      'a',
      'paywall',
      'b',
    ])
  })
})

describe('links', () => {
  test('[PAS-13] only the words of a link are linked', () => {
    expect(
      lines(
        '<table><tr><td><a href="https://a.example">A</a></td><td>not a link</td></tr></table><p><a href="https://b.example">B</a> tail</p>',
      ),
    ).toEqual(['<a https://a.example>A</>\tnot a link', '<a https://b.example>B</> tail'])
  })
  test('[PAS-14] thirty links are thirty links', () => {
    const reading = read(`<p>${Array.from({ length: 30 }, (_, i) => `<a href="https://x.example/${i}">${i}</a>`).join(', ')}</p>`)
    const hrefs = new Set<string>()
    reading.body.descendants((node) => node.marks.forEach((mark) => hrefs.add(String(mark.attrs.href))))
    expect(hrefs.size).toBe(30)
  })
  test('[LNK-01] scripts and data are no link, whatever their spelling; the words stay and it is said', () => {
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      '&#106;avascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
    ]) {
      const reading = read(`<p><a href="${href}">click</a></p>`)
      expect(short(reading), href).toEqual(['click'])
      expect(reading.lost, href).toEqual(['A link that is not safe to follow (its words are kept)'])
    }
  })
  test('[LNK-07] mail, telephone, relative and schemeless links stay', () => {
    for (const href of ['mailto:a@b.example', 'tel:+47123', 'ftp://x.example/', '/about#x', '//cdn.example/x', '#note'])
      expect(lines(`<a href="${href}">x</a>`)).toEqual([`<a ${href}>x</>`])
  })
  test('an anchor without an address is words; a link in a link ends the first', () => {
    expect(lines('<a name="top">x</a>')).toEqual(['x'])
    expect(lines('<a href="/1">a<a href="/2">b</a></a>c')).toEqual(['<a /1>a</><a /2>b</>c'])
  })
})

describe('hostile pages', () => {
  test('[XSS-02] [XSS-05] styles, scripts, frames, objects, forms and handlers are gone, the words beside them are not', () => {
    const reading = read(
      '<style>body{display:none}</style><base href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example"><p class="admin-only hidden" onclick="alert(1)" id="__proto__">one</p><iframe src="https://evil.example/x.svg">two</iframe><object data="x">three</object><embed src=x><svg onload=alert(1)><script>alert(1)</script><text>four</text></svg><form action="//evil.example"><button>five</button><textarea>six</textarea></form><script>seven</script><template>eight</template><noscript><p>nine</p></noscript><p>ten',
    )
    expect(short(reading)).toEqual(['one', 'five', 'ten'])
    expect(JSON.stringify(reading.body.toJSON())).not.toMatch(/evil|alert|admin|onclick/)
    expect(reading.lost.join()).toContain('embedded frame')
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
  test('hidden text is left out, and it is said', () => {
    const reading = read('<p>seen<span style="display:none">hidden</span></p><p hidden>gone</p><p style="mso-hide:all">gone</p>')
    expect(short(reading)).toEqual(['seen'])
    expect(reading.lost).toEqual(['Hidden text'])
  })
  test('[IMG-01] a picture of three megabytes in the source is handed on as a file; the story holds its place and no data', () => {
    const { body, pictures, lost } = read(
      `<p>before<img alt="A boat" src="data:image/png;base64,${'iVBO'.repeat(750_000)}">after</p>`,
    )
    expect(body.toString()).toBe('doc(paragraph("before"), image, paragraph("after"))')
    expect(body.child(1).attrs).toMatchObject({ asset: null, source: 'picture:1', alt: 'A boat' })
    expect(pictures.map(({ id, type, bytes }) => [id, type, bytes.length])).toEqual([['1', 'image/png', 2_250_000]])
    expect(JSON.stringify(body.toJSON()).length).toBeLessThan(1000)
    expect(lost).toEqual(['A picture inside a paragraph, which is now two with the picture between them'])
  })
  test('[UPL-01] a drawing that can hold scripts, a damaged picture and a file of the writer’s own computer leave only their place', () => {
    const reading = read(
      '<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="data:image/png;base64,%%%"><img src="file:///C:/Users/ana/boat.png"><img src="javascript:alert(1)">',
    )
    expect(reading.body.children.map((node) => node.attrs.source as string)).toEqual(['', '', '', ''])
    expect([reading.pictures, reading.lost]).toEqual([
      [],
      [
        'A picture of a kind or size that is not taken',
        'A damaged picture',
        '2 pictures that are not in the file: their places are kept, upload them there',
      ],
    ])
  })
  test('[DOS-10] [PRB-03] ten thousand nested quotes, divisions, lists and tables neither overflow nor lose the word inside', () => {
    for (const tag of ['blockquote', 'div', 'span', 'b', 'ul', 'ul><li', 'table><tr><td', 'font', 'section', 'i><b']) {
      const reading = read(`<${tag}>`.repeat(10_000) + 'x' + `</${tag.split('>')[0]}>`.repeat(10_000) + '<p>after')
      expect(reading.body.textContent, tag).toBe('xafter')
    }
  })
  test('torn markup: half tags, stray ends, bare brackets, endless comments', () => {
    expect(lines('<p>a < b && c > d</p></div></p></span><p>e</')).toEqual(['a < b && c > d', 'e</'])
    expect(lines('x<!-- never closed <p>y</p>')).toEqual(['x'])
    expect(lines('<p>AT&T &copy; &#128077; &nonsense;')).toEqual(['AT&T © 👍 &nonsense;'])
    expect(lines('&#0;&#xD83D;a\u0000b')).toEqual(['��ab'])
    expect(lines(`<${'<'.repeat(50_000)}`)[0]).toHaveLength(50_001)
  })
  test('formatting that is opened twenty thousand times does not multiply', () => {
    const html = `${Array.from({ length: 20_000 }, (_, i) => `<b id=${i}>`).join('')}${'<p>x'.repeat(300)}`
    expect(read(html).body.childCount).toBe(300)
  })
})
