/** What has to be held against a source or a calendar: numbers, superlatives, and dates that depend on today. */
import type { Hit } from './finding.ts'
import type { Language } from './language.ts'
import { sentenceAround } from './words.ts'

const MONTHS: Record<Language, string> = {
  en: 'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec',
  de: 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
  fr: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  es: '(?:de )?(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)',
}
const SCALES: Record<Language, string> = {
  en: 'hundred|thousand|million|billion|trillion|bn|percent|per cent|percentage points?',
  de: 'Hundert|Tausend|Millionen|Million|Milliarden|Milliarde|Billionen|Prozent|Mio\\.?|Mrd\\.?',
  fr: 'cents?|mille|millions?|milliards?|pour cent',
  es: 'cientos?|mil|millones|millón|billones|por ciento',
}
/** Spelled out; of the small ones nobody wants to hear. */
const SPELLED: Record<Language, RegExp> = {
  en: /(?<![\p{L}-])(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?(?: (?:percent|per cent|thousand|million|billion|hundred))?|(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|several) (?:hundred|thousand|million|billion|percent|per cent)(?: thousand)?)(?![\p{L}-])/giu,
  de: /(?<![\p{L}-])(?:\p{Ll}*(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend) (?:Prozent|Millionen|Milliarden)|(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf) (?:Prozent|Millionen|Milliarden))(?![\p{L}-])/giu,
  fr: /(?<![\p{L}-])(?:vingt|trente|quarante|cinquante|soixante|cent|mille|deux|trois|quatre|cinq|six|sept|huit|neuf|dix)(?:-\p{L}+)? (?:pour cent|mille|millions|milliards)(?![\p{L}-])/giu,
  es: /(?<![\p{L}-])(?:veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (?:por ciento|mil|millones)(?![\p{L}-])/giu,
}
const digits = (language: Language): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}’'‘/#.,:-])(?:[$€£¥]\\s?)?\\d[\\d.,\\u00a0]*(?:[ \\u00a0]?(?:%|(?:${SCALES[language]}|[€$£])(?!\\p{L})))?`,
    'giu',
  )
const DIGITS = { en: digits('en'), de: digits('de'), fr: digits('fr'), es: digits('es') }
const monthAround = (language: Language): [before: RegExp, after: RegExp] => [
  new RegExp(`(?:${MONTHS[language]})\\.? $`, 'u'),
  new RegExp(`^\\.?(?:st|nd|rd|th|er)?,? (?:of )?(?:${MONTHS[language]})(?!\\p{L})`, 'u'),
]
const MONTH = { en: monthAround('en'), de: monthAround('de'), fr: monthAround('fr'), es: monthAround('es') }

export function numbersIn(text: string, language: Language): Hit[] {
  const out: Hit[] = []
  for (const found of text.matchAll(DIGITS[language])) {
    const words = found[0].replace(/[.,\s\u00a0]+$/, '')
    const [from, to] = [found.index, found.index + words.length]
    const after = text.slice(to, to + 24)
    const before = text.slice(Math.max(0, from - 16), from)
    // Years, dates, the time, a decade, an ordinal, a list's or a note's own number.
    if (
      /^(?:1[5-9]|20)\d\d$/.test(words) ||
      (/^(?:[01]?\d|2[0-3])\.[0-5]\d$/.test(words) && /\b(?:at|the|um|à|a las) $/i.test(before))
    )
      continue
    if (MONTH[language][0].test(before) || MONTH[language][1].test(after)) continue
    if (/^(?:s(?!\p{L})|:\d|(?:st|nd|rd|th)(?!\p{L})|[.):]\s)/u.test(after) && (/^s|^:|^[snrt]/.test(after) || from === 0))
      continue
    if (/^\p{L}/u.test(after) || (before.endsWith('[') && after.startsWith(']'))) continue
    out.push({ from, to, message: words })
  }
  for (const found of text.matchAll(SPELLED[language])) {
    if (out.some((one) => one.from < found.index + found[0].length && one.to > found.index)) continue
    out.push({ from: found.index, to: found.index + found[0].length, message: found[0] })
  }
  return out.sort((a, b) => a.from - b.from)
}

/** Words in -est that grade nothing. */
const NO_GRADE = new Set(
  'honest interest protest forest harvest request guest west test rest nest chest quest contest arrest midwest northwest southwest conquest manifest modest earnest priest latest nearest crest jest pest vest zest tempest behest inquest bequest'.split(
    ' ',
  ),
)
/** Where it is claimed: only then is it a fact that somebody could deny. */
const SCOPE: Record<Language, RegExp> = {
  en: /\b(?:in (?:modern |recent |living |human )?(?:history|memory|decades|years|generations)|in (?:the|its|this|our) (?:\p{L}+ )?(?:world|country|nation|state|city|county|region|industry|business|league|field|history|market|U\.?S|U\.?K|EU)|in (?:\p{Lu}[\p{L}.]+)|ever\b|of all time|of all\b|on record|on (?:this|the|our) (?:coast|planet|earth|continent|island)|in an? (?:decade|century|generation)|worldwide|globally|since \d{4})/u,
  de: /(?:der Welt|aller Zeiten|der Geschichte|in (?:der |dem )?\p{Lu}\p{L}+|Deutschlands|Europas|Österreichs|der Schweiz|des Landes|der Stadt|jemals|weltweit|seit \d{4})/u,
  fr: /(?:du monde|de l[’']histoire|de tous les temps|du pays|de la ville|de France|d[’']Europe|au monde|jamais|depuis \d{4})/u,
  es: /(?:del mundo|de la historia|de todos los tiempos|del país|de la ciudad|de España|de Europa|jamás|desde \d{4})/u,
}
const GRADES: Record<Language, RegExp> = {
  en: /(?<!\p{L})(?:(?:(?:the|her|his|its|their|our)|\p{L}+[’']s) (?:very |single |second[- ]|third[- ])?(?:\d+ )?(?:(?:most|least) (?!of\b|part\b|people\b|recent)\p{L}+|(?:first|only|best|worst|\p{L}{2,}est)(?!\p{L})(?:[- ](?!time|thing|way|one|ones|step|place|few|day|two|three|half|reason|problem|question|name|person|person’s|lady|floor|part|of|to|who|that|i|you|we|he|she|they|it)\p{L}+)?)|unprecedented(?:ly)?|record-(?:breaking|setting|high|low))/giu,
  de: /(?<!\p{L})(?:der|die|das|den|dem|des) (?:größt|kleinst|ältest|jüngst|höchst|längst|teuerst|reichst|best|schlimmst|schnellst|meist|berühmtest|erfolgreichst|einzig|erst)(?:e|en|er|es|em) \p{L}+/giu,
  fr: /(?<!\p{L})(?:le|la|les) (?:(?:plus|moins) \p{L}+|(?:premi(?:er|ère|ers|ères)|seule?s?|meilleure?s?|pires?) \p{L}+)/giu,
  es: /(?<!\p{L})(?:el|la|los|las) (?:(?:\p{L}+ )?(?:más|menos) \p{L}+|(?:primer(?:a|o)?|únic[oa]|mayor|menor|mejor|peor) \p{L}+)/giu,
}

/** @param speech in an answer an opinion is hers: only what claims a place among others is a fact */
export function superlativesIn(text: string, language: Language, speech: boolean): Hit[] {
  const out: Hit[] = []
  for (const found of text.matchAll(GRADES[language])) {
    const words = found[0]
    const last = / (\p{L}{2,}est)\b/iu.exec(words)?.[1]?.toLowerCase()
    if (last !== undefined && NO_GRADE.has(last) && !/ (?:most|least|first|only) /i.test(words)) continue
    const [, end] = sentenceAround(text, found.index)
    const claims = SCOPE[language].test(text.slice(found.index, end)) || /[’']s (?:\d+ )?\p{L}/u.test(words)
    const plainly = language === 'en' && !/ (?:first|only|best|worst)\b/i.test(words)
    if (!claims && (speech || !plainly)) continue
    out.push({
      from: found.index,
      to: found.index + words.length,
      message: `“${words}”`,
    })
  }
  return out
}

const DAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'
const RELATIVE: Record<Language, RegExp> = {
  en: new RegExp(
    '(?<![\\p{L}\\p{N}’-])(?:today|yesterday|tomorrow|tonight|(?:last|next) (?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|' +
      `${DAYS}|${MONTHS.en})|this (?:morning|afternoon|evening|week|weekend|month|year|summer|winter|spring|fall|autumn)|` +
      `(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|\\d+) (?:days?|weeks?|months?|years?|hours?) ago|the day (?:before yesterday|after tomorrow)|(?:${DAYS})(?: (?:morning|afternoon|evening|night))?)(?![\\p{L}\\p{N}-])`,
    'giu',
  ),
  de: /(?<!\p{L})(?:[Hh]eute(?: (?:Morgen|Abend|Nacht|Mittag))?|[Vv]orgestern|[Gg]estern(?: (?:Morgen|Abend|Nacht))?|übermorgen|(?<!\b[aA]m |jeden )morgen(?: (?:früh|Abend))?|(?:letzte|vergangene|nächste|kommende|vorige|diese)[nrsm]? (?:Woche|Monat|Jahr|Jahres|Sommer|Winter|Herbst|Frühjahr|Nacht|Wochenende|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)|vor (?:\d+|einem|einer|zwei|drei|vier|fünf|wenigen|ein paar) (?:Tag|Woche|Monat|Jahr|Stunde)(?:en|n|e)?|am (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)(?:abend|morgen|nacht)?)(?!\p{L})/gu,
  fr: /(?<!\p{L})(?:avant-hier|hier(?: (?:soir|matin))?|demain(?: (?:soir|matin))?|après-demain|ce (?:matin|soir|week-end)|cette (?:semaine|année|nuit)|l[’'](?:an|année|été|hiver) (?:dernière?|prochaine?|passée?)|(?:la semaine|le mois|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) (?:dernière?|prochaine?|passée?)|il y a (?:\d+|un|une|deux|trois|quatre|cinq|quelques) (?:jours?|semaines?|mois|ans?|heures?))(?!\p{L})/giu,
  es: /(?<!\p{L})(?:anteayer|ayer(?: por la (?:mañana|tarde|noche))?|anoche|(?<!la )mañana por la (?:mañana|tarde|noche)|pasado mañana|hoy|esta (?:mañana|tarde|noche|semana)|este (?:mes|año|fin de semana)|(?:la semana|el mes|el año|el verano|el lunes|el martes|el miércoles|el jueves|el viernes|el sábado|el domingo) (?:pasad[oa]|próxim[oa])|hace (?:\d+|un|una|dos|tres|cuatro|cinco|unos|unas) (?:días?|semanas?|mes(?:es)?|años?|horas?))(?!\p{L})/giu,
}

export function relativeDatesIn(text: string, language: Language): Hit[] {
  const out: Hit[] = []
  for (const found of text.matchAll(RELATIVE[language])) {
    const words = found[0]
    const before = text.slice(Math.max(0, found.index - 14), found.index)
    const after = text.slice(found.index + words.length)
    if (language === 'en') {
      // A weekday by its name only with its capital; with its date it is no riddle; `on Mondays` is none either.
      if (new RegExp(`^(?:${DAYS})`, 'i').test(words)) {
        if (!isCapitalised(words) || /(?:every|each|any|Black|Good|Ash|Holy|Easter|Cyber|Palm|Bloody|Super Bowl) $/i.test(before))
          continue
        if (
          new RegExp(`^,? (?:the )?(?:${MONTHS.en}|\\d)`).test(after) ||
          new RegExp(`\\d(?:st|nd|rd|th)?,? (?:a )?$`).test(before)
        )
          continue
      }
      // `Today’s kids`: these days, not this day.
      if (/^today$/i.test(words) && /^[’']s (?:kids|youth|world|society|generation|teenagers|standards|money)/.test(after))
        continue
      if (/^this year$/i.test(words) && /^[’']s /.test(after) === false && /\d{4} $/.test(before)) continue
    }
    if (/^\s*[,(]?\s*(?:\d{1,2}[./]|(?:19|20)\d\d)/.test(after)) continue
    out.push({ from: found.index, to: found.index + words.length, message: `“${words}”` })
  }
  return out
}

const isCapitalised = (words: string): boolean => /^\p{Lu}/u.test(words)
