/** Capital letters that the reader has not been told the meaning of. */
import type { Language } from './language.ts'
import type { Word } from './words.ts'

/** Known to everybody, or a name by themselves. */
const KNOWN = new Set(
  (
    'US USA UK EU UN UAE USSR UNO NATO UNESCO UNICEF WHO OPEC FIFA UEFA IOC NBA NFL NHL MLB AIDS HIV DNA RNA COVID CEO CFO COO CTO VP TV PC AC DC NASA ESA FBI CIA NSA KGB ' +
    'PDF USB WIFI HTML URL WWW GPS SMS SIM DVD CD LP EP DJ MC AM PM BC AD BCE CE GMT UTC OK ID IQ PR HR IT AI AR VR UFO VIP FAQ DIY ATM PIN RSVP PS NB ETA ' +
    'BBC CNN NBC ABC CBS PBS NPR HBO MTV ESPN AFP AP IBM BMW KLM SAP IKEA LEGO UPS DHL GQ NYC LA DC NYPD LAPD SWAT MP MEP PHD MBA BA MA MD RN JFK MLK LGBT LGBTQ LGBTQIA BDSM SUV ' +
    'HQ MRI CT ICU ER IVF STD ADHD PTSD OCD JPEG GIF PNG MP3 CCTV LED BLT ISBN DOI ISO GDP VAT KKK NGO CV'
  ).split(' '),
)
const KNOWN_BY: Record<Language, ReadonlySet<string>> = {
  en: new Set('IRS FDA EPA GOP ACLU NAACP NHS'.split(' ')),
  de: new Set(
    'CDU CSU SPD FDP AFD BSW ARD ZDF WDR NDR BR SWR DDR BRD AG KG EV DIN ADAC TÜV BND LKA BKA PKW LKW WG GEZ EDV DB ICE S U BAFÖG FAZ SZ TAZ NRW BASF VW'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'SNCF TGV ONU PDG UE RATP EDF RER HLM BD RTL TF1 PSG PS LR RN LFI CGT CFDT OTAN SIDA SMIC TVA CNRS ENA IVG'.split(' '),
  ),
  es: new Set('ONU UE PP PSOE AVE RTVE OTAN SIDA IVA EEUU DNI ETA ONG BOE CCOO UGT CSIC INE'.split(' ')),
}
const ROMAN = /^(?=[MDCLXVI])M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/

export type Acronym = { letters: string; from: number; to: number; /** Explained right here, in brackets. */ explained: boolean }

/** @param shouting most words around are in capitals: then capitals say nothing */
export function acronymsIn(text: string, words: readonly Word[], language: Language): Acronym[] {
  const capitals = words.filter(({ text }) => /^\p{Lu}{2,}$/u.test(text)).length
  const long = words.filter(({ text }) => text.length > 1).length
  if (capitals > 3 && capitals * 2 > long) return []
  const out: Acronym[] = []
  for (const word of words) {
    const letters = word.text.replace(/[’'](?:s|S)$/, '').replace(/s$/, '')
    if (!/^\p{Lu}{2,6}$/u.test(letters)) continue
    if (KNOWN.has(letters) || KNOWN_BY[language].has(letters) || ROMAN.test(letters) || /^(?:TK)+$/.test(letters)) continue
    // A part of a name of letters and signs: `Q&A`, `R&B`, `AT&T`, an address, a file.
    if (
      /[&/@._#+]/.test(text[word.from - 1] ?? '') ||
      /[&/@_#+]|\.\w/.test(text.slice(word.from + letters.length, word.from + letters.length + 2))
    )
      continue
    out.push({ letters, from: word.from, to: word.from + letters.length, explained: explains(text, word.from, letters.length) })
  }
  return out
}

/** `Immigration and Customs Enforcement (ICE)` or `ICE (Immigration and …)`. */
function explains(text: string, from: number, length: number): boolean {
  const inBrackets =
    /[([]\s*(?:or\s+|the\s+)?$/.test(text.slice(Math.max(0, from - 8), from)) && /^\s*[)\]]/.test(text.slice(from + length))
  const bracketsAfter = /^(?:[’']s)?\s*[([—–]\s*\p{L}/u.test(text.slice(from + length, from + length + 8))
  const spelled = /^,? (?:or|short for|which stands for|kurz für|abréviation de|siglas de)\b/i.test(text.slice(from + length))
  return inBrackets || bracketsAfter || spelled
}

const SMALL = new Set([
  'and',
  'of',
  'the',
  'for',
  'in',
  'on',
  'to',
  'und',
  'der',
  'die',
  'für',
  'et',
  'de',
  'des',
  'du',
  'la',
  'le',
  'les',
  'y',
  'del',
  'los',
  'las',
])

/** The letters that runs of capitalised words stand for: `National Labor Relations Board` gives NLRB. */
export function initialsIn(words: readonly Word[]): Set<string> {
  const out = new Set<string>()
  let run = ''
  for (const word of words) {
    if (/^\p{Lu}/u.test(word.text)) {
      run += word.text[0]!
      // Every tail of it: `The National …`, `US National …`.
      for (let i = 0; i <= run.length - 2 && i < 3; i++) out.add(run.slice(i))
      for (const part of word.text.split('-').slice(1)) if (/^\p{Lu}/u.test(part)) run += part[0]!
    } else if (!SMALL.has(word.text)) run = ''
  }
  return out
}
