/** What tells you from I, and asking from answering, in languages that have their own words for it; English is in `clues.ts`. */

export type Tongue = { you: RegExp; me: RegExp; asks: RegExp; replies: RegExp }

const word = (words: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'giu')
/** `end`: what may stand before the words. */
const head = (words: string, end = ''): RegExp => new RegExp(String.raw`^(?:${end})?(?:${words})(?=[\s,.!?;:—–-]|$)`, 'iu')

/** `known`: words that every text in the language is full of, or its letters. */
const TONGUES: readonly (Tongue & { known: RegExp })[] = [
  {
    // Dutch
    known: word('het|een|niet|ook|maar|naar|dat|voor|wel|ik'),
    you: word('je|jij|jou|jouw|jullie|jezelf|u|uw'),
    me: word('ik|mij|mijn|mezelf|wij|we|ons|onze'),
    asks: head(
      String.raw`wat|hoe|waarom|wanneer|wie|waar\p{L}*|welke?|mag ik|is er|zijn er|\p{L}{2,} (?:je|jij|jullie|u)`,
      String.raw`(?:en|maar|dus|oké|wow|nou|ja|mooi)[,.]? `,
    ),
    replies: head('ja|nee|nou|tuurlijk|natuurlijk|precies|klopt|zeker|eh|dat weet ik|dank je|dat'),
  },
  {
    // Polish
    known: word('nie|się|jest|że|ale|w|z|na|jak'),
    you: word(String.raw`pana?|panu|panem|pani|panią|państw[oa]|ty|ciebie|cię|tobie|tobą|tw(?:ój|oj\p{L}+)|\p{L}{2,}(?:łeś|łaś)`),
    me: word(
      String.raw`ja|mnie|mi|mną|m(?:ój|oj\p{L}+)|my|nas|nam|nasz\p{L}*|jestem|mam|myślę|uważam|wiem|chcę|mogę|piszę|robię|\p{L}{2,}(?:łem|łam|liśmy)`,
    ),
    asks: head(
      'jak|co|czy|dlaczego|czemu|kiedy|gdzie|kto|kogo|komu|jaki|jaka|jakie|który|która|skąd|ile|po co|od kiedy|proszę|może',
      '(?:a|i|ale|no|to|więc) ',
    ),
    replies: head('tak|nie|no|oczywiście|cóż|właściwie|zgoda|dobrze'),
  },
  {
    // Italian
    known: word('che|non|di|il|per|una|è|della'),
    you: word(String.raw`tu|ti|te|tuo|tua|tuoi|tue|voi|vostr\p{L}*|hai|sei|puoi|vuoi|pensi|credi|fai`),
    me: word(String.raw`io|mi|me|mio|mia|miei|mie|noi|nostr\p{L}*|sono|ho|ero|credo|penso|faccio|posso|voglio|\p{L}{2,}iamo`),
    asks: head(
      'che|chi|come|cosa|quando|dove|perché|qual|quale|quali|quanto|quanta|quanti|quante|hai|sei|puoi|vuoi|pensi|credi|ci racconti|ci parli|raccontaci|parlaci|in che|da dove',
      '(?:e|ma|allora) ',
    ),
    replies: head('sì|no|certo|direi|penso|credo|assolutamente|mah|beh'),
  },
  {
    // French
    known: word('les|des|est|que|pas|une|dans|pour'),
    you: word(String.raw`tu|te|toi|ton|ta|tes|t['’]\p{L}+|vous|votre|vos`),
    me: word(String.raw`je|j['’]\p{L}+|me|m['’]\p{L}+|moi|mon|ma|mes|nous|notre|nos`),
    asks: head(
      String.raw`qu['’]\p{L}+|que|est-ce|pourquoi|comment|quand|où|d['’]où|quel(?:le)?s?|qui|combien|avec quel(?:le)?s?|sur quel(?:le)?s?|\p{L}+-(?:tu|vous|t-il|il|elle|ce)|quelques mots|parle[z-]\S*|raconte[z-]\S*`,
      '(?:et|mais|alors|donc),? ',
    ),
    replies: head('oui|non|si|effectivement|bien sûr|tout à fait|en fait|absolument|euh|eh bien'),
  },
  {
    // Portuguese
    known: word('não|que|uma|para|com|mas|os|é|do'),
    you: word('você|vocês|tu|te|teu|tua|teus|tuas'),
    me: word(String.raw`eu|me|meus?|minhas?|nós|nos|nossos?|nossas?|tenho|sou|fui|acho|estou|fiz|\p{L}{2,}ei`),
    asks: head('como|o que|qual|quais|quando|onde|quem|por que|porquê|quanto|quantos|você|fale|conte|existe', '(?:e|mas|então) '),
    replies: head('sim|não|então|bom|olha|acho|claro|com certeza'),
  },
  {
    // The Scandinavian languages
    known: word('och|att|inte|är|jag|som|og|ikke|det|på|jeg'),
    you: word('du|dig|deg|din|ditt|dina|dine|dere|ni|jer'),
    me: word('jag|jeg|mig|meg|min|mitt|mina|mine|vi|oss|os|vår|vores'),
    asks: head(
      String.raw`hur|vad|varför|när|vem|vilke[nt]|hva|hvad|hvordan|hvorfor|når|hvem|hvilken|hvor|\p{L}{2,} (?:du|dere|ni)`,
      '(?:och|men|og|så) ',
    ),
    replies: head('ja|nej|nei|jo|absolut|nja|tja'),
  },
  {
    // Czech and Slovak
    known: word('že|se|není|ale|jak|na|je|aby|som|nie'),
    you: word(String.raw`vy|vás|vám|vámi|váš|vaš\p{L}*|ty|tě|tebe|tobě|tvůj|tvoj\p{L}*|jste|jsi|ste|si`),
    me: word(String.raw`já|ja|mě|mně|mi|mne|můj|moj\p{L}*|jsem|som|jsme|sme|nás|nám|náš`),
    asks: head('jak|co|proč|kdy|kde|kdo|jaký|jaká|jaké|čím|máte|jste|můžete|ako|čo|prečo|kedy|kto|aký', '(?:a|ale) '),
    replies: head('ano|ne|no|určitě|samozřejmě|áno|nie'),
  },
  {
    // Russian
    known: word('и|не|что|на|это|как|в|с'),
    you: word(String.raw`вы|вас|вам|вами|ваш\p{L}*|ты|тебя|тебе|тво\p{L}+`),
    me: word(String.raw`я|меня|мне|мной|мо[йяиё]\p{L}*|мы|нас|нам|наш\p{L}*`),
    asks: head(
      String.raw`что|как|почему|зачем|когда|где|кто|откуда|сколько|как(?:ой|ая|ие|ое)|есть ли|\p{L}+ ли|расскажите|скажите|вы`,
      '(?:а|и|но) ',
    ),
    replies: head('да|нет|ну|конечно|наверное|честно'),
  },
  {
    // Hebrew
    known: /\p{sc=Hebrew}{2,}/gu,
    you: word('אתה|אתם|אתן|שלך|לך|אותך|שלכם|לכם'),
    me: word('אני|שלי|לי|אותי|אנחנו|שלנו|לנו'),
    asks: head('מה|איך|למה|מתי|איפה|מי|האם|כמה|איזה|איזו|מדוע|ספר|ספרי|ומה|ואיך'),
    replies: head('כן|לא|בטח|נכון|אני|ברור'),
  },
  {
    // Arabic
    known: /\p{sc=Arabic}{2,}/gu,
    you: word('أنت|أنتم|لديك|لك|عليك|عنك|منك'),
    me: word('أنا|نحن|لي|عندي|كنت|لدي|أعتقد'),
    asks: head('ما|ماذا|كيف|لماذا|متى|أين|هل|كم|حدثنا|أخبرنا|وكيف|وما|وهل'),
    replies: head('نعم|لا|بالطبع|أنا|في الحقيقة'),
  },
]
const ENGLISH = word('the|and|of|to|is|that|in|it')

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The language of a talk, where it is one of these: its small words are in every paragraph, and more of them than of another. */
export function tongueOf(text: string, paragraphs: number): Tongue | null {
  const found = TONGUES.map((tongue) => ({ tongue, n: count(text, tongue.known) })).toSorted((a, b) => b.n - a.n)
  const [best] = found
  return best !== undefined && best.n > paragraphs && best.n > count(text, ENGLISH) ? best.tongue : null
}
