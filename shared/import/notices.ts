/** Paragraphs that are about the story rather than in it: notes, disclosures, and calls to the reader. */
import type { NoticeKind } from '../schema.ts'
import { speaksOfOneself } from './clues.ts'

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

const READER_NOTE =
  /^\W{0,3}(?:an? (?:quick |short |brief |little )?(?:note|word|message|heads.?up) (?:to|for|from)\b|(?:quick |short |brief )?note to (?:our |my |the )?(?:readers?|subscribers?|members?)|(?:reader|subscriber)(?:['’]s|s['’]?)? note|notes? for (?:our )?readers|dear readers?|(?:hi|hello|hey),? (?:readers?|everyone|friends|all)|programming note|housekeeping)/i
const EDITORS_NOTE =
  /^\W{0,3}(?:editor(?:s['’]?|['’]s|ial)? note|note from the editors?|ed\. note|anm(?:erkung)?\.? d(?:er)?\.? red|nota del editor|note de la rédaction|nota da redação)/i
const WARNING = /^\W{0,3}(?:(?:content|trigger) (?:warning|note|advisory)|cw\b|tw\b|warning:)/i
const EDITED =
  /\b(?:(?:interview|conversation|transcript|q ?& ?a|discussion|exchange|answers?|responses?)\b[^.]{0,60}\b(?:has|have|was|were|is) (?:been )?(?:lightly |slightly )?(?:edited|condensed|shortened|abridged|trimmed)|edited (?:and condensed |and shortened )?for (?:length|clarity|brevity|space))/i
const DISCLOSURE =
  /(?:\baffiliate\b|\bmay (?:earn|receive|get|collect)\b[^.]{0,40}\b(?:commission|fee|money)|\bearns? (?:a |an )?(?:small )?commission|\bpaid (?:partnership|promotion)|\bsponsored (?:by|post|content)|\b(?:full )?disclosures?:|^\W{0,3}(?:full )?disclosures?\b|\bin the interest of full disclosure|\bconflicts? of interest\b|\b(?:is|are|were) (?:an )?invent(?:ed|ion)\b)/i
const CALL =
  /^\W{0,4}(?:follow|subscribe|sign up|pre-?order|order|buy|get|read|listen|watch|donate|support|find|click|share|join|learn more|get tickets|tickets|for more|see|visit|check out|upgrade|become an?|tune in|download|leave a comment|thank you for reading|thanks for reading|more (?:information|from)|you can (?:follow|find|buy|order|read|support|pre-?order))\b/i
/** The same in other tongues. */
const CALL_ABROAD =
  /^\W{0,4}(?:leggi|compra(?:lo|la|li|te)?|acquista|segui(?:ci|lo|la|te)?|iscriviti|ascolta|lire|lisez|retrouvez|suivez|achetez|commandez|écoutez|abonnez-vous|pour aller plus loin|síguenos|sigue a|suscríbete|escucha|descarga|lesen sie|weiterlesen|abonnier\p{L}*|folg(?:t|en sie)|bestell\p{L}*|hier (?:geht|gibt)|mehr (?:über|von|zu|dazu)|leia|siga|assine|compre|ouça|saiba mais|lees|volg|abonneer|koop|bestel|luister|meer (?:over|lezen)|czytaj|przeczytaj|kup|zamów|obserwuj|subskrybuj|posłuchaj|więcej)(?!\p{L})/iu
/** Nobody who is interviewed says this to whoever asks. */
const TO_READERS =
  /\bif you (?:liked|enjoyed|loved) (?:this|our) (?:interview|conversation|talk|post|piece|article|issue|episode)\b|\bbuy (?:me|us) a (?:\w+ )?(?:coffee|ko-?fi)\b/i
const CREDIT =
  /^\W{0,4}(?:interview(?:ed)?|photo(?:graph(?:y|s|ed)?)?s?|illustrations?|transcri(?:bed|ption)|translat(?:ed|ion)|additional reporting|words|reporting|recorded|produced|as told to)\b[^.?!]{0,12}\b(?:by|:|to)\b/i

const ADDRESS = /^\W{0,2}https?:\/\/\S+$/
/** As mail has it: the dashes, a blank, and the end of the line, which is a blank here. */
const SIGNATURE = /^--(?: {2}|$)/
const FOOTNOTE = /^\[\^[\w-]{1,20}\]:/

/** What kind of notice a paragraph outside the questions and answers is, if it is one. */
export function noticeOf(text: string): NoticeKind | null {
  const length = wordsIn(text)
  if (length > 160) return null
  if (EDITORS_NOTE.test(text)) return 'editors-note'
  if (READER_NOTE.test(text)) return 'reader-note'
  if (WARNING.test(text)) return 'content-warning'
  if (length <= 60 && DISCLOSURE.test(text)) return 'disclosure'
  if (length <= 40 && EDITED.test(text)) return 'edited-condensed'
  return null
}

const PARTING =
  /\b(?:(?:this|our) (?:\w+ ){0,2}(?:interview|conversation|discussion|post|article|series|piece|spotlight)|dieses (?:gespräch|interview)|(?:cet|cette) (?:entretien|interview|conversation)|esta (?:entrevista|conversación|conversa)|questa intervista|dit interview)\b|^(?:für mehr |mehr (?:infos|informationen)|pour en savoir plus|plus d['’]info|para (?:más|saber|mais)|meer (?:info|weten)|per saperne)/iu

const THANKS =
  /^\W{0,3}(?:(?:many |ok(?:ay)?,? |great[.,!]? |well,? )?thank(?:s|\s+you)|(?:vielen|herzlichen|besten) dank|danke|(?:un grand )?merci|(?:muchas )?gracias|grazie|(?:muito )?obrigad[oa]|bedankt|dank (?:u|je|voor)|tack|tak\b|спасибо|благодар|dziękuj|děkuj|köszön|teşekkür|ありがとう|谢谢|感谢|感謝|감사)/iu

/** True for words that end an interview. */
export const isThanks = (text: string): boolean => THANKS.test(text)

/** True for last words that speak of the interview, or send readers elsewhere. */
export const isParting = (text: string): boolean => wordsIn(text) <= 120 && PARTING.test(text)

/** What mail programs and machines that listen put around the words, or above what is quoted. */
const APPARATUS =
  /^(?:transcri(?:bed|ption) (?:by|ended after)\b|this (?:editable )?transcript was (?:computer generated|exported|generated|created)|(?:on|am|le|el|il|op|em|w dniu|den|dne) [^\n]{5,160} (?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał\(?a?\)?|skrev|napsal\(?a?\)?) ?:$|-{5,} ?(?:original|forwarded|ursprüngliche|weitergeleitete) )/iu

/** True for what no person said. */
export const isApparatus = (text: string): boolean => text.length <= 240 && APPARATUS.test(text)

/** True for words that only a writer says, and only to readers. */
export const isToReaders = (text: string): boolean => wordsIn(text) <= 60 && TO_READERS.test(text)

/** True for what follows an interview and is no part of its last answer. */
export function isAfterword(text: string): boolean {
  const length = wordsIn(text)
  if (length > 90) return false
  if (ADDRESS.test(text) || FOOTNOTE.test(text) || isApparatus(text) || SIGNATURE.test(text)) return true
  if (length <= 60 && (DISCLOSURE.test(text) || EDITED.test(text))) return true
  if (EDITORS_NOTE.test(text) || CREDIT.test(text) || isToReaders(text)) return true
  if (length <= 45 && CALL_ABROAD.test(text) && !speaksOfOneself(text) && !text.trimEnd().endsWith('?')) return true
  // A call to the reader: nobody who is being interviewed speaks of "me" in it.
  return length <= 45 && CALL.test(text) && !/\b(?:I|I['’]\w+|me)\b/.test(text) && !text.trimEnd().endsWith('?')
}
