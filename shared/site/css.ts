/** The one stylesheet of the site: paper and ink, light and dark, on paper and on a phone. */
import { FONTS } from './addresses.ts'

type Rgb = readonly [number, number, number]
const PAPER: Rgb = [0xfd, 0xfc, 0xf9]
const NIGHT: Rgb = [0x16, 0x18, 0x1b]
/** What small letters need against what they stand on (WCAG AA), and a little more. */
const ENOUGH = 4.6

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb): string => `#${rgb.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

function brightness(rgb: Rgb): number {
  const [r, g, b] = rgb.map((one) => {
    const part = one / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: string, b: string): number {
  const [low, high] = [brightness(rgbOf(a)), brightness(rgbOf(b))].toSorted((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** The newsroom’s colour, as near to it as can be read on paper and on a dark screen. */
export function accentsOf(accent: string): { light: string; dark: string } {
  const towards = (to: Rgb, ground: Rgb): string => {
    const from = rgbOf(accent)
    for (let step = 0; step < 20; step += 1) {
      const mixed = hexOf(from.map((one, i) => one + ((to[i]! - one) * step) / 20) as unknown as Rgb)
      if (contrast(mixed, hexOf(ground)) >= ENOUGH) return mixed
    }
    return hexOf(to)
  }
  return { light: towards([0, 0, 0], PAPER), dark: towards([255, 255, 255], NIGHT) }
}

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

const face = (style: string, range: string, name: string): string =>
  `@font-face{font-family:Newsreader;font-style:${style};font-weight:200 800;font-display:swap;src:url(${FONTS}-${name}-${style}.woff2) format("woff2");unicode-range:${range}}`

export function siteCss(accent: string): string {
  const { light, dark } = accentsOf(accent)
  return `${face('normal', LATIN, 'latin')}
${face('italic', LATIN, 'latin')}
${face('normal', LATIN_EXT, 'latin-ext')}
${face('italic', LATIN_EXT, 'latin-ext')}
:root{color-scheme:light dark;--paper:light-dark(#fdfcf9,#16181b);--ink:light-dark(#1b1a17,#e9e7e1);--ink-2:light-dark(#5d5a52,#a5a299);--ink-3:light-dark(#6e6a61,#94918a);--rule:light-dark(#dedad0,#2c3035);--wash:light-dark(#f4f1ea,#1d2024);--accent:light-dark(${light},${dark});--serif:Newsreader,"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;--sans:Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
${CSS}`
}

const CSS = `*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:400 20px/1.6 var(--serif);font-kerning:normal;overflow-wrap:break-word}
.top,main,.foot,.band{max-width:42rem;margin-inline:auto;padding-inline:24px}
a{color:inherit;text-decoration-line:underline;text-decoration-thickness:1px;text-underline-offset:.16em;text-decoration-color:color-mix(in srgb,currentColor 45%,transparent)}
a:hover{color:var(--accent);text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
.skip{position:absolute;inset-inline-start:16px;top:-100px;z-index:1;padding:12px 16px;background:var(--paper);font:600 15px/1 var(--sans)}
.skip:focus{top:8px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 24px;padding-block:14px 8px;border-bottom:3px double var(--rule)}
.name{margin:0;font:600 22px/1.2 var(--serif);letter-spacing:-.005em}
.name a{display:inline-flex;align-items:center;min-height:44px;text-decoration:none}
.name img{display:block;width:auto;height:32px;max-width:14rem;object-fit:contain}
nav ul{display:flex;flex-wrap:wrap;gap:0 18px;margin:0;padding:0;list-style:none}
.top nav,.foot nav{font:14px/1.4 var(--sans);color:var(--ink-2)}
nav a{display:inline-flex;align-items:center;min-height:44px;text-decoration:none}
nav a[aria-current]{color:var(--ink);font-weight:600}
main{padding-block:44px 72px}
.kicker{margin:0 0 10px;font:600 12px/1.4 var(--sans);letter-spacing:.07em;text-transform:uppercase;color:var(--accent)}
h1{margin:0 0 14px;font:600 clamp(32px,6.2vw,52px)/1.08 var(--serif);letter-spacing:-.02em;text-wrap:balance}
.dek{margin:0 0 18px;font-size:22px;line-height:1.4;color:var(--ink-2);text-wrap:pretty}
.byline,.times{font:14px/1.55 var(--sans);color:var(--ink-3);margin:0}
.byline a[rel]{color:var(--ink);font-weight:600;text-decoration:none}
.byline a:hover{color:var(--accent);text-decoration:underline}
article>header{margin-bottom:34px}
.story p{margin:0 0 1em;text-wrap:pretty}
.story h2{margin:1.8em 0 .5em;font:600 26px/1.2 var(--serif);letter-spacing:-.01em;text-wrap:balance}
.story h3,.story h2.third{margin:1.6em 0 .4em;font:600 21px/1.3 var(--serif);letter-spacing:0}
.story .q{margin:1.7em 0 .5em;break-after:avoid}
.story .q>strong{font-weight:650}
.story .q:has(.speaker){margin-top:1.2em}
.speaker{font-weight:650}
.note{margin:0 0 1.7em;padding-inline-start:18px;border-inline-start:3px solid var(--accent);font-size:18px;font-style:italic;line-height:1.5;color:var(--ink-2)}
.note :is(em,cite){font-style:normal}
.story .note p:last-child{margin:0}
.pull{margin:1.7em 0;padding:0;color:var(--accent);font:500 30px/1.2 var(--serif);letter-spacing:-.01em;text-wrap:balance}
.story .pull p{margin:0;text-wrap:balance}
.pull footer{margin-top:10px;font:14px/1.5 var(--sans);letter-spacing:0;color:var(--ink-3)}
figure{margin:2em 0}
figure img{display:block;width:100%;height:auto;background:var(--wash)}
figcaption{margin-top:10px;font:14px/1.5 var(--sans);color:var(--ink-2)}
.credit,.licence{color:var(--ink-3)}
hr{width:96px;margin:2.4em auto;border:0;border-top:1px solid var(--rule)}
.story :is(ul,ol){margin:0 0 1em;padding-inline-start:1.3em}
.story li{margin:.25em 0}
.embed,.card{padding:14px 18px;border:1px solid var(--rule);border-radius:6px;font:16px/1.5 var(--sans)}
.from{color:var(--ink-3)}
.paywall{margin-top:2em}
.members{padding-top:18px;border-top:1px solid var(--rule);font:600 15px/1.5 var(--sans);color:var(--ink-2)}
.join a{display:inline-flex;align-items:center;min-height:44px;padding:0 22px;border-radius:6px;background:var(--accent);color:var(--paper);font:600 15px/1 var(--sans);text-decoration:none}
.join a:hover{color:var(--paper);text-decoration:underline}
.notes{margin:40px 0 0;padding-top:16px;border-top:1px solid var(--rule)}
.notes.first{margin:0 0 30px;padding:14px 18px;border:1px solid var(--rule);border-inline-start:3px solid var(--accent)}
.story .notes p,.entry p{margin:0 0 .7em;font:15px/1.55 var(--sans);color:var(--ink-2)}
.story .notes p:last-child{margin:0}
.notes b,.entry b{color:var(--ink)}
.topics{margin:40px 0 0;font:14px/1.4 var(--sans);color:var(--ink-2)}
.story .topics ul{margin:0;padding:0}.story .topics li{margin:0}
.list{margin:0;padding:0;list-style:none}
.list>li{padding:24px 0;border-top:1px solid var(--rule)}
.list>li:first-child{padding-top:0;border-top:0}
.list h2{margin:0 0 6px;font:600 25px/1.18 var(--serif);letter-spacing:-.01em;text-wrap:balance}
.list h2 a{text-decoration:none}.list h2 a:hover{text-decoration:underline}
.list .dek{margin:0 0 8px;font-size:18px;line-height:1.45}
.list .kicker{margin-bottom:6px}
.lead h2{font-size:clamp(32px,6.2vw,48px);line-height:1.08;letter-spacing:-.02em;margin-bottom:12px}
.list .lead .dek{font-size:21px;line-height:1.4;margin-bottom:12px}
.list .lead{padding-bottom:34px}
.plain h2{font-size:20px}.list.plain>li{padding:16px 0}
.tagline{margin:0 0 34px;font-style:italic;color:var(--ink-2)}
.months{columns:2;column-gap:32px;margin:0;padding:0;list-style:none}
.months a{display:inline-flex;align-items:center;min-height:44px}
.turn{display:flex;justify-content:space-between;gap:24px;margin-top:24px;padding-top:12px;border-top:1px solid var(--rule);font:15px/1.4 var(--sans)}
.turn a{display:inline-flex;align-items:center;min-height:44px}
.entry{padding:18px 0;border-top:1px solid var(--rule)}
.entry h2{margin:0 0 6px;font:600 20px/1.25 var(--serif)}
.foot{padding-block:16px 40px;border-top:1px solid var(--rule);font:14px/1.55 var(--sans);color:var(--ink-3)}
.foot p{margin:8px 0 0;white-space:pre-line}
.band{max-width:none;padding-block:12px;background:var(--accent);color:var(--paper);font:600 14px/1.4 var(--sans);text-align:center}
.band p{margin:0}
.watermark{background-image:repeating-linear-gradient(-35deg,transparent 0 90px,color-mix(in srgb,var(--accent) 7%,transparent) 90px 92px)}
@media (max-width:30rem){body{font-size:19px}.top,main,.foot{padding-inline:18px}main{padding-top:30px}.dek{font-size:20px}.pull{font-size:26px}.months{columns:1}}
@media print{:root{color-scheme:light}body{font-size:11.5pt;line-height:1.45;background:none}.top nav,.foot nav,.skip,.join,.topics,.turn{display:none}.top{padding-top:0}main{max-width:none;padding:18pt 0}.top,.foot{max-width:none;padding-inline:0}h1{font-size:26pt}.pull{font-size:16pt}figure,blockquote,.note,.notes{break-inside:avoid}h2,h3{break-after:avoid}p{orphans:3;widows:3}.story a[href^=http]::after{content:" (" attr(href) ")";font-size:.8em;word-break:break-all}}
@media (prefers-contrast:more){:root{--ink-2:var(--ink);--ink-3:var(--ink);--rule:currentColor}}
@media (forced-colors:active){.join a,.band{border:1px solid}}
`
