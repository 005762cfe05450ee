/**
 * Draws the card of a story: what a link to it looks like where it is shared. Runs in the darkroom's process only. Words
 * that the site's type has no letters for are left out whole: a row of boxes says less than the newsroom's name alone.
 */
import { readFile, open, rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import satori from 'satori'
import sharp from 'sharp'
import type { CardWords } from '../../shared/site/page.ts'
import { accentsOf } from '../../shared/site/css.ts'

/** @param to the file it becomes */
export type CardJob = { card: CardWords; to: string }

// Only what was drawn here, never a file that somebody sent.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

const WIDTH = 1200
const HEIGHT = 630
const EDGE = 80
const SIZES = [96, 84, 72, 62, 54, 47, 41, 36]
/** Longer ones are cut at a word. */
const LONGEST = 280
const PAPER = '#fdfcf9'
const INK = '#1b1a17'
const INK_2 = '#5d5a52'

const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const
const FAMILY = SUBSETS.join(', ')

type Fonts = Parameters<typeof satori>[1]['fonts']
let fonts: Promise<Fonts> | null = null
const readFonts = (): Promise<Fonts> =>
  Promise.all(
    SUBSETS.map(async (name) => {
      const file = import.meta.resolve(`@fontsource/newsreader/files/newsreader-${name}-600-normal.woff`)
      return { name, data: await readFile(fileURLToPath(file)), weight: 600 as const, style: 'normal' as const }
    }),
  )

/** What stands for itself in a row of letters, and can be left out of it. */
const PICTURES = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u200d/gu
const plain = (text: string): string => text.replace(PICTURES, '').replace(/\s+/g, ' ').trim()

type Box = { type: string; props: { style: Record<string, unknown>; children: string | Box[] } }
const box = (style: Record<string, unknown>, children: string | Box[]): Box => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** @returns null when the type has no letters for it */
async function set(content: Box, width: number, height?: number): Promise<string | null> {
  const isMissing = { yes: false }
  const svg = await satori(content as never, {
    width,
    ...(height === undefined ? {} : { height }),
    fonts: await (fonts ??= readFonts()),
    loadAdditionalAsset: async () => {
      isMissing.yes = true
      return []
    },
  })
  return isMissing.yes ? null : svg
}

const isDrawable = async (text: string): Promise<boolean> =>
  text !== '' && (await set(box({ fontFamily: FAMILY, fontSize: 20 }, text), WIDTH)) !== null

const headline = (text: string, size: number): Box =>
  box({ fontSize: size, lineHeight: 1.07, letterSpacing: '-0.018em', color: INK, width: WIDTH - 2 * EDGE }, text)

/** As large as it fits. */
async function headlineIn(title: string, height: number): Promise<Box> {
  for (const size of SIZES) {
    const content = headline(title, size)
    const svg = (await set(box({ fontFamily: FAMILY }, [content]), WIDTH - 2 * EDGE)) ?? ''
    if (Number(/ height="([\d.]+)"/.exec(svg)?.[1]) <= height) return content
  }
  return headline(title, SIZES.at(-1)!)
}

const cut = (text: string): string => {
  const letters = [...text]
  if (letters.length <= LONGEST) return text
  const begin = letters.slice(0, LONGEST).join('')
  return `${begin.slice(0, Math.max(begin.lastIndexOf(' '), LONGEST / 2))} …`
}

export async function drawCard({ card, to }: CardJob): Promise<void> {
  const accent = accentsOf(card.accent).light
  const [title, kicker, name] = await Promise.all(
    [cut(plain(card.title)), plain(card.kicker), plain(card.newsroom)].map(async (text) =>
      (await isDrawable(text)) ? text : '',
    ),
  )
  const foot = name ? box({ fontSize: 34, color: INK_2 }, name) : box({}, '')
  const top: Box[] = []
  if (title) {
    if (kicker) top.push(box({ fontSize: 26, letterSpacing: '0.06em', color: accent, marginBottom: 18 }, kicker.toUpperCase()))
    top.push(await headlineIn(title, HEIGHT - 2 * EDGE - (kicker ? 54 : 0) - 60))
  } else if (name) top.push(headline(name, 84))
  const whole = box({ width: WIDTH, height: HEIGHT, flexDirection: 'column', background: PAPER, fontFamily: FAMILY }, [
    box({ height: 16, width: WIDTH, background: accent }, ''),
    box(
      {
        flexDirection: 'column',
        justifyContent: title ? 'space-between' : 'center',
        flexGrow: 1,
        padding: `${EDGE - 16}px ${EDGE}px ${EDGE - 20}px`,
      },
      [box({ flexDirection: 'column' }, top), ...(title ? [foot] : [])],
    ),
  ])
  const svg = await set(whole, WIDTH, HEIGHT)
  if (svg === null) throw new Error('a card has letters that its parts did not have')
  await keep(to, await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9, palette: true, colours: 64 }).toBuffer())
}

/** Whole or not at all. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
}
