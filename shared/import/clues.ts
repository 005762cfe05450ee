/** What the words of a paragraph say about who speaks it: what is counted in each, in several languages. */
import { tongueOf } from './tongues.ts'

const ASK_OPENERS =
  /^(?:(?:and|but|so|then|ok(?:ay)?|well|now|also|finally|lastly|still|or|right)[,:]?\s+)*(?:what|why|how|who|whom|whose|when|where|which|do|does|did|is|isn['’]?t|are|aren['’]?t|was|were|wasn['’]?t|weren['’]?t|can|could|would|will|won['’]?t|wouldn['’]?t|couldn['’]?t|have|haven['’]?t|has|had|didn['’]?t|don['’]?t|doesn['’]?t|should|shouldn['’]?t|any|tell|talk|describe|explain|walk|take me|give (?:me|us)|let['’]?s|let (?:me|us)|speaking of|you(?:['’]\w+)?|your|in your|i['’]m (?:really |very |so |just )?(?:curious|interested|wondering|fascinated)|i(?: have|['’]ve)? (?:wondered?|read|heard|noticed|saw|understand|wanted to ask|want to ask|was struck))\b/i
const QUESTION_WORDS =
  /^(?:¿|(?:y|pero|et|mais|und|aber|e|ma|mas|och|en|maar)\s+)?(?:qué|quién|cómo|cuándo|dónde|cuál|por qué|cuántos?|qu['’]est-ce|est-ce|pourquoi|comment|quand|où|quel(?:le)?s?|qui|combien|warum|wieso|weshalb|wie|wann|wo|wer|was|welche[rsnm]?|wor?(?:an|auf|aus|bei|durch|für|her|hin|in|mit|über|von|vor|zu)|inwiefern|haben sie|sind sie|können sie|perché|come|quando|dove|chi|cosa|che cosa|quale|o que|como|onde|quem|por que|qual|hur|varför|vad|när|vem|waarom|hoe|wat|wanneer|wie|hoezo|почему|как|что|когда|где|кто|зачем)(?=[\s,?])/iu
/** Telling the other to speak. */
const BIDDING =
  /^(?:(?:(?:and|but|so|then|ok(?:ay)?|well|now|finally|right)[,:]? )*(?:(?:tell|talk|take|walk|give|remind) (?:me|us|about)|describe|explain|let['’]s (?:talk|begin|start|turn|go|move|speak|get|come)|let me ask|i(?:['’]d| would)? (?:like|want|wanted) to (?:ask|begin|start|talk|turn|come)|(?:one |my |a )?(?:last|final) (?:question|one|thing)|speaking of)|(?:erzählen|beschreiben|erklären|schildern|nennen|sagen) sie|(?:racont|parl|décri|expli|dites)\p{L}*(?:ez|es)?(?:-nous)?|(?:cuént|hábl|explíqu|díg|descríb|cuent|habl)[ae]\p{L}*|(?:ci )?(?:racconti|parli|spieghi)\p{L}*|(?:conte|fale|explique)(?:-nos)?|vertel\p{L}*|berätta)(?=[\s,.])/iu
/** A statement that is put to the other: what people say, what it sounds like. */
const PUTTING =
  /^(?:(?:and|but|yet|then|so|still|though|pero|y|mais|et|aber|und)[, ]+)*(?:(?:some|many|most|people|critics|others|they)(?: \p{L}+){0,3} (?:say|said|call|called|think|argue|believe|claim)|there (?:are|is) (?:people|those|some|a rumou?r|talk)|there['’]s (?:a rumou?r|talk)|(?:the|your) (?:\p{L}+ ){1,4}(?:say|says|said|call|calls|called|claims?|complains?|wants?|would like)|that (?:sounds|must|seems|brings|is|isn['’]?t|was)|it must|it sounds|it['’]s (?:very |so |really |quite |pretty )?(?:inspiring|interesting|fascinating|impressive|amazing|remarkable)|that['’]s (?:such|very|so|really|quite)|which brings|last (?:question|one|thing)|on (?:dit|raconte|vous)|dicen|se dice|hay quien|(?:el|la|los|las|le|les|l['’]|die|der|das) ?(?:\p{L}+ ){1,3}(?:dit|disent|veut|voudraient|dice|dicen|quiere|quieren|sagt|sagen|will|wollen)|man sagt|es heißt|das klingt|c['’]est|eso|esto)(?=[\s,.])/iu
/** Whom it is said to, by a name or a title. */
const CALLED = /^(?:frau|herr|madame|monsieur|señora?|minister|professor|doctor|dr|mr|mrs|ms)\b\.?[^,.!?]{0,30},\s*/i
const REPLY_OPENERS =
  /^(?:yes|yeah|yep|no|nope|nah|oh|ah|um|uh|absolutely|of course|definitely|exactly|sure|certainly|totally|honestly|look|listen|right|correct|true|indeed|maybe|perhaps|probably|not (?:really|at all|yet|exactly)|never|always|both|neither|well|i (?:think|thought|don['’]?t|do|did|was|am|would|have|had|just|guess|mean|love|like|want|never|always|suppose|hope)|i['’](?:m|ve|d|ll)|it['’]s|it (?:is|was|took|came)|that['’]s (?:a (?:good|great)|right|true|what)|because|sí|oui|non|ja|nein|nej|sim|não|sì|da|да|нет|bueno|pues|ben|also|naja|genau|natürlich|claro|bien sûr|doch)(?=[\s,.!?;:—–-]|$)/iu
const TELLING =
  /\b(?:said|says|told (?:me|us|this)|recalls?|recalled|according to|he|she|his|hers?|him|spoke|talked|interview(?:ed)?|conversation|met|caught up|sat down)\b/gi
const YOU =
  /(?<![\p{L}\p{N}])(?:you|your|yours|yourself|you['’]\w+|usted(?:es)?|tu|tus|te|vous|votre|vos|du|dich|dir|dein\p{L}*|você|voi|lei)(?![\p{L}\p{N}])|[你您]|당신|あなた/giu
const I =
  /(?<![\p{L}\p{N}])(?:i|i['’]\w+|me|my|mine|myself|we|we['’]\w+|our|us|yo|mi|mis|me|nos|nosotros|je|j['’]\p{L}+|moi|mon|ma|mes|nous|notre|nos|ich|mir|mich|meine?[nmrs]?|wir|uns|eu|meu|minha|io|mio|mia)(?![\p{L}\p{N}])|我|私|僕|俺|저는|제가|나는/giu
/** One person who speaks of themselves: no newsroom, and no team. */
const MYSELF =
  /(?<![\p{L}\p{N}])(?:i|i['’]\w+|me|my|mine|myself|yo|mi|mis|je|j['’]\p{L}+|moi|mon|ma|mes|ich|mir|mich|meine?[nmrs]?|eu|meu|minha|io|mio|mia|ik|mijn|jag|mig|jeg|я|мне|меня|мой)(?![\p{L}\p{N}])|我(?!们|們)|私(?!たち)|僕|俺|저는|제가|나는/giu
/** German says you as it says they, but for the capital, which they have at the head of a sentence as well. */
const SIE = /(?<=[\p{L},;:–—] )(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)(?!\p{L})|^Sie (?=(?:sind|waren|\p{L}+en)(?!\p{L}))/gu
/** Spanish says I in its verbs. */
const YO =
  /(?<!\p{L})(?:soy|estoy|tengo|he|voy|sé|creo|quiero|puedo|hago|digo|supongo|fui|hice|dije|vi|tuve|pude|puse|vine|\p{L}{2,}(?:é|[aei]mos))(?!\p{L})/giu
/** What people say but do not write. */
const CHATTING =
  /(?<!\p{L})(?:yeah|yep|okay|ok|um|uh|mm|hmm|you know|i mean|kind of|sort of|gonna|wanna|basically|actually|right[,?.]|like,)(?!\p{L})/giu
const GERMAN = /(?<!\p{L})(?:der|die|das|und|ich|nicht|ist|ein|eine)(?!\p{L})/giu
const QUOTED = /[“"„«][^”"“»]{0,400}[”"»]/g

const ASKS = /[?？؟]["'”’»)\]]*\s*$/
const BROKEN_OFF = /[—–-]["'”’]?\s*$/

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
export const yes = (fact: boolean): number => (fact ? 1 : 0)

/** What is counted in a paragraph. */
export type Clues = {
  words: number
  asks: boolean
  asksWithin: boolean
  questions: number
  opensAsking: boolean
  opensReplying: boolean
  afterQuestion: boolean
  afterBreak: boolean
  beforeReply: boolean
  you: number
  me: number
  myself: number
  /** The last sentence turns to the other. */
  endsOnYou: boolean
  /** A statement put to the other. */
  puts: boolean
  /** Tells the other to speak. */
  bids: boolean
  /** Logs of the next one's length, and of the one's before, against this one's. */
  nextLonger: number
  beforeLonger: number
  /** Nobody has asked so far; nobody asks any more. */
  early: boolean
  late: boolean
  first: boolean
  last: boolean
  /** Words of telling: said, he, her, spoke. */
  telling: number
  /** Log of the length against the middle one of the story. */
  longer: number
}

export function cluesOf(texts: string[]): Clues[] {
  const sizes = texts.map(wordsIn)
  const usual = Math.log(sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 1)
  const all = texts.join('\n')
  const [german, spanish] = [count(all, GERMAN) > sizes.length, /¿/.test(all)]
  const tongue = german || spanish ? null : tongueOf(all, sizes.length)
  const asking = texts.map((text) => ASKS.test(text))
  const put = texts.map((text, i) => asking[i] === true || (sizes[i]! <= 40 && BIDDING.test(text)))
  const [firstAsked, lastAsked] = [put.indexOf(true), asking.lastIndexOf(true)]
  const replies = (text: string): boolean => (tongue?.replies ?? REPLY_OPENERS).test(text)
  const against = (i: number, other: number): number =>
    Math.max(Math.min(Math.log((sizes[other] ?? sizes[i] ?? 1) / (sizes[i] ?? 1)), 2.5), -2.5)
  return texts.map((paragraph, i) => {
    const numberless = paragraph.replace(/^\(?\d{1,2}[.)]\s+/, '')
    const text = numberless.replace(CALLED, '')
    const spoken = text.replace(QUOTED, ' ')
    const before = texts[i - 1] ?? ''
    const asks = ASKS.test(text)
    const opensAsking =
      text.startsWith('¿') ||
      (tongue?.asks.test(text) ?? (ASK_OPENERS.test(text) || QUESTION_WORDS.test(text))) ||
      BIDDING.test(text)
    const words = sizes[i] ?? 1
    const yous = (part: string): number => count(part, tongue?.you ?? YOU) + (german ? count(part, SIE) : 0)
    return {
      words,
      asks,
      asksWithin: !asks && /[?？؟]/.test(spoken),
      questions: count(spoken, /[?？؟]/g),
      opensAsking,
      opensReplying: replies(text) && !opensAsking,
      afterQuestion: ASKS.test(before),
      afterBreak: BROKEN_OFF.test(before),
      beforeReply: replies(texts[i + 1] ?? ''),
      you: yous(spoken) + yes(text !== numberless),
      me: count(spoken, tongue?.me ?? I) + (spanish ? count(spoken, YO) : 0),
      myself: count(spoken, MYSELF),
      endsOnYou: yous(spoken.split(/(?<=[.!?…])\s+/).at(-1) ?? '') > 0,
      puts: !asks && PUTTING.test(text),
      bids: BIDDING.test(text),
      nextLonger: against(i, i + 1),
      beforeLonger: against(i, i - 1),
      early: i < firstAsked,
      late: i > lastAsked,
      first: i === 0,
      last: i === texts.length - 1,
      telling: count(spoken, TELLING) / Math.sqrt(words),
      longer: Math.max(Math.min(Math.log(words) - usual, 2), -2),
    }
  })
}

const PUT_TO_OTHER =
  /^(?:(?:and|but|so|also)[, ]+)*(?:i(?: have|['’]ve)? (?:wondered|read|heard|noticed|saw|understand|wanted to ask|was struck)|one (?:could|might|can) (?:argue|say)|you(?:['’]ve| have)? (?:said|mentioned|wrote|once|spoke|talked))\b/i
/** Said to the other to see what they say. */
export const isPutToOther = (text: string): boolean => PUT_TO_OTHER.test(text)

const INTRODUCES =
  /^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )?\p{Lu}[\p{L}\p{M}'’.-]+ (?:\p{Lu}[\p{L}\p{M}'’.-]+ ){1,3}(?:is|was|has|works|writes|serves|joined|says|said|cautions|argues|claims|thinks|believes)(?!\p{L})/u
/** Begins with somebody's full name and what they are or say. */
export const introduces = (text: string): boolean => INTRODUCES.test(text)

/** One person who says I. */
export const speaksOfOneself = (text: string): boolean => count(text, MYSELF) > 0

/** Tells the other to speak. */
export const bids = (text: string): boolean => BIDDING.test(text)

/** Chinese and Japanese write no blanks between words. */
export function wordsIn(text: string): number {
  const letters = count(text, /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)
  return Math.max(count(text, /\S+/g) + letters / 2, 1)
}

/** Talk on the air, written down as it was spoken. */
export function isChat(texts: string[]): boolean {
  const said = count(texts.join('\n'), CHATTING)
  return said >= 12 && said > texts.reduce((sum, text) => sum + wordsIn(text), 0) / 65
}
