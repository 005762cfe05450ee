/** Interviews of our own writing in many manners, with what every paragraph is. The reading of words alone was fitted to these. */
import { talk, type Talk } from './talks.ts'

export const LEARNT: Talk[] = [
  talk(
    'short answers: the arbiter',
    `
B Chess has few villains, but it has arbiters, and for two decades the most feared of them was Jasna Ortell. She once stopped a final because a player was humming.
B She lives in a flat full of clocks. None of them shows the right time.
Q Why don't any of your clocks agree?
A They belong to losers.
Q I'm sorry?
A Each one ran out on somebody. I bought them afterwards.
Q How many do you have?
A Sixty-one.
Q And do they ever keep you awake?
A No.
Q People say you were cold.
A I was fair. It looks the same from underneath.
Q What was the hardest decision?
A Lisbon. A boy of fifteen touched his king and said that he hadn't. I had seen it. His mother had seen it as well, and she looked at me, and I could tell what she was asking.
A I made him move the king.
Q Did you ever hear from him again?
A He is an arbiter now.
Q Would you do it differently today?
A I would do it faster.
Q You never married.
A I was always at tournaments.
Q Was that a sacrifice?
A Not for me.
Q What will happen to the clocks?
A They stop by themselves.
`,
  ),
  talk(
    'rhetorical answers: the baker of Corvin Street',
    `
N This interview has been condensed.
B The queue outside the shop of Luc Adeyemi-Brandt starts at six. By seven it reaches the tram stop, where the drivers have learned to wait for it.
B He has been offered money for the recipe. He has been offered money for the queue.
Q You sell one kind of bread. Why only one?
A Why would I make two? If I can make one that is right, what is the other one for? You would be asking me to make something worse so that you can choose it.
A And where would I put it? Have you seen the oven?
Q Your neighbours complain about the queue, though.
A Do they? They're in it! I see the lady from number nine every morning with her bag. Then on Thursday she goes to the council and says that she cannot get out of her door. What am I supposed to tell her?
Q What do you tell her?
A I tell her good morning.
Q Let's talk about the price. Nine crowns for a loaf seems like a lot.
A What does a loaf cost? I mean what does it really cost, if you pay the miller and the boy who comes at two in the night? Nobody wants to know. They want to know what it costs in the supermarket, where nobody has been paid for anything.
A I could sell it for six. I'd have to stop sleeping altogether. Is that a business?
Q The critic of the Evening Mirror called it arrogance.
A He has never eaten it.
Q How do you know that?
A How would he? He gets up at ten.
Q So what's next for you?
A Tomorrow's bread. I know that sounds like something you'd print on a towel, but isn't it true of everyone? You do the thing again.
Q Is there a successor?
A My daughter can do it better than me already. Does she want to? That's a different question, and I've been careful not to ask.
B The shop is closed on Mondays.
`,
  ),
  talk(
    'panel: the four who run the night buses',
    `
B Who moves a city between midnight and five? We put four of them around one table in the canteen of the Eastfold depot: a driver, a planner, a mechanic and a passenger who rides every night.
B The tea was free. The biscuits, it turned out, were not.
Q Let's start with the obvious one. Is the night network getting better or worse?
A Better on paper. We have eleven lines where we had seven, and the gaps are down to forty minutes.
A On paper, yes. I drive what is on the paper, and forty minutes is a long time when it rains.
A I wait for it every night, so let me say this: I'd rather have seven lines that come.
Q That sounds like a question of staff.
A It's a question of axles. We lost five vehicles in January to the new speed bumps, and I have parts for three.
A And staff. You can't have one without the other.
Q Who actually rides at three in the morning?
A Nurses. Cleaners. Lads who've missed everything else. There's one gentleman with a cello, and I've never dared to ask.
A He plays in the hotel. He told me once he chose his flat by the N4.
Q What would you do with another million?
A Shelters.
A Shelters, I agree, and then a second mechanic on nights, because I'm one man with one lift.
A I would spend it on telling people that the buses exist. We did a survey, and half of the people who live next to a stop had no idea.
Q You've all mentioned the council. Is anybody there listening?
A They come at election time and ride one stop.
A To be fair to them, the new woman came twice. She stayed until the end of the line and had to walk back.
Q Last question, for everybody. What is the best thing you have seen out there?
A A wedding. The whole party got on, cake and all.
A Sunrise over the gasworks. I know it's nothing. You see it every day for a week in March, at exactly the same bend.
A My own stop, to be honest.
B The new timetable starts on 1 May.
`,
  ),
  talk(
    'long statements: the translator',
    `
B Every novel by the Kettish author Orm Vey reaches us through one person. Dalia Frome has translated all nineteen. She has met him once, in a lift.
Q I want to begin with something that has bothered me since I read the first chapter of the new book, which is that the narrator seems to me a different man in your version. In the original he is tired. In English he is bitter.
A I wouldn't say bitter. I'd say that English has no word for that sort of tired, so I had to let him be rude to waiters.
A There is a whole family of words in Kettish for the tiredness after a visit. I counted eleven once. We have "phew".
Q It's a decision that changes how we see the marriage, though. When she leaves him in chapter nine, readers of your version are relieved.
A Some are. I was, and I had read it in both. I think he deserved it in both, too, but the Kettish reader finds out a hundred pages later.
Q There's a rumour that Vey doesn't read your translations.
A He can't. He has no English at all. His wife reads them to him, translating back as she goes, and apparently he laughs in places where nobody has ever laughed, which worries me.
Q Your own name is on the cover for the first time this year. I remember the letter you wrote about that, twelve years ago now, in which you said translators should be heard and not seen.
A I was young and I had a mortgage. You don't argue with the person who pays you, and then you make a principle of it.
Q And then there are the footnotes. I have to confess that I skip them.
A Everybody does. They're for me. I put in a footnote wherever I've lost an argument with myself.
Q Twenty books would be a nice round number to stop at.
A It would. He's seventy-eight, I'm seventy, and neither of us has said it aloud. I suppose one of us will have to take the stairs.
Q Then I wish you both many more.
A Thank you. Print that in Kettish, would you.
`,
  ),
  talk(
    'German: die Orgelbauerin',
    `
B In der Werkstatt von Renate Holm riecht es nach Leim und nach Schaf. Das Schaf, sagt sie, sei in den Bälgen: Leder, dreißig Häute, von Hand gewalkt.
B Seit einundvierzig Jahren baut sie Orgeln. Ihre letzte steht in Tarnitz und hat 2.814 Pfeifen.
Q Frau Holm, woran erkennt man eine gute Orgel?
A Am Schweigen. Wenn der letzte Ton weg ist, muss der Raum noch einen Moment wissen, dass da etwas war.
Q Das klingt nach Kirche.
A Das ist Handwerk. In der Kirche sagt man Ihnen, was Sie fühlen sollen, und ich sage Ihnen, wie dick das Blech ist.
Q Wie sind Sie dazu gekommen?
A Durch einen Irrtum. Ich wollte Tischlerin werden, und mein Meister hatte die Werkstatt nebenan. Ich habe am ersten Tag die falsche Tür genommen und war zu schüchtern, um wieder zu gehen.
A Nach einer Woche hat er mich gefragt, ob ich eigentlich bezahlt werde. Ich wusste es nicht.
Q Sie haben 2011 einen Auftrag aus dem Ausland abgelehnt, der Ihre Werkstatt auf Jahre gesichert hätte.
A Ja. Die wollten eine Orgel in ein Einkaufszentrum stellen. Ich habe nichts gegen Einkaufszentren, aber da läuft immer schon Musik.
Q Bereuen Sie das heute?
A Wenn ich die Heizkosten sehe, schon. Sonst nicht.
Q Was unterscheidet Ihr Instrument von einem elektronischen?
A Dass es falsch sein kann. Eine Pfeife atmet, die wird im Sommer höher und im Winter tiefer, und wenn Sie hundert davon haben, dann ist das wie ein Chor, in dem jeder ein bisschen erkältet ist. Wer will schon hundert gesunde Menschen hören?
Q Und wer macht einmal weiter?
A Meine Gesellin. Sie weiß es nur noch nicht.
Q Dann drucken wir das besser nicht.
A Doch, drucken Sie es ruhig. Sie liest keine Zeitung.
`,
  ),
  talk(
    'French: la gardienne du phare',
    `
B À Port-Élian, tout le monde connaît Solène Marrec, mais personne ne l’a vue descendre au village depuis deux ans. Elle garde le dernier phare habité de la côte.
B Nous l’avons rencontrée un matin de novembre, entre deux tempêtes.
Q Pourquoi êtes-vous restée ?
A Parce que personne ne m’a demandé de partir. On a envoyé une lettre à mon prédécesseur, qui était mort, et je l’ai gardée pour lui.
Q Vous vivez ici toute l’année ?
A Toute l’année, oui. L’hiver, je ne vois que le facteur, et encore, de loin.
Q Et la solitude ne vous pèse pas ?
A Pas du tout. Je parle beaucoup, vous savez. Le phare est un excellent auditeur, il a cent quarante marches et il n’en perd pas une miette.
A Ma sœur dit que je suis devenue sauvage. Elle habite un immeuble de onze étages et elle ne connaît pas ses voisins. Alors, qui est sauvage ?
Q Les services maritimes voudraient tout automatiser d’ici l’été.
A Ils le veulent depuis 1994. Chaque année ils viennent, ils mesurent, ils repartent avec le mal de mer.
Q Que se passera-t-il s’ils y arrivent ?
A La lampe tournera. Elle tournera très bien. Mais quand un pêcheur rentrera dans le brouillard, il n’y aura plus personne pour lui faire une soupe.
Q Racontez-nous la nuit du naufrage.
A J’ai entendu la coque avant de voir le feu. Je suis descendue avec une corde, ce qui était idiot, et j’en ai remonté trois, ce qui l’était moins. Le quatrième, je l’entends encore.
Q On vous a décorée pour cela.
A On m’a donné une médaille et un formulaire. J’ai rempli le formulaire.
Q Qu’aimeriez-vous qu’on retienne de vous ?
A Que j’ai bien fermé la porte.
`,
  ),
  talk(
    'Spanish: el relojero de la plaza',
    `
B El reloj de la plaza de Valdeoro atrasa siete minutos desde 1937 y nadie se ha atrevido a corregirlo. Nadie salvo Aurelio Benset, que lo cuida desde hace medio siglo y que tampoco piensa hacerlo.
Q ¿Por qué no lo arregla?
A Porque no está roto. Un reloj roto no anda, y este anda. Lo que pasa es que anda a lo suyo.
Q Pero usted podría ponerlo en hora en diez minutos.
A En tres. Pero luego habría que cambiar la hora de la misa, la del autobús y la de mi mujer.
Q ¿Qué ocurrió en 1937?
A Cayó una bomba en el mercado. El reloj se paró siete minutos y después siguió solo, sin que nadie lo tocara. Mi padre decía que se había asustado.
A Yo era un niño cuando me lo contó, y desde entonces le tengo respeto.
Q El ayuntamiento quiere instalar uno digital.
A Que lo instalen. Así sabremos la hora y tendremos reloj.
Q ¿Le preocupa que se pierda el oficio?
A Se perdió hace años. Yo soy lo que queda cuando un oficio se pierde. ¿Quién va a querer subir ciento doce escalones para dar cuerda a un pedazo de hierro?
Q Dicen que ha formado a una aprendiza.
A Sí, a mi nieta. Sube los escalones de dos en dos y me llama viejo cuando llega arriba.
Q ¿Y ella lo pondrá en hora?
A Ya lo ha hecho. Una noche, por curiosidad. A la mañana siguiente la mitad del pueblo llegó tarde y tuvo que volver a subir.
Q Cuéntenos qué se ve desde allí arriba.
A A todos los que llegan tarde.
`,
  ),
  talk(
    'by mail: the maintainer of the tide tables',
    `
B The tide tables of the Northern Ports are made by a program that one person looks after. Wilhelmina Sorrow took it over from her teacher in 2009. We sent her nine questions; she answered between two spring tides.
Q What does the program do, and who depends on it?
A It takes the harmonic constants of forty harbours and gives back heights and times for a year. There are some three hundred stations derived from these. The pilots use it, the fish market uses it, and I have learned that the lifeboats print it out and laminate it.
A The code is about nine thousand lines. Half of them are tables.
A Most people never see it. They see a booklet with a blue cover that costs four crowns at the chandler's.
Q How did you come to take it over?
A My teacher had a stroke in the spring of that year. He could still read the plots, and he would point at where they were wrong. I had meant to help out for a summer.
Q What has been the biggest change since then?
A The sea, to be quite frank. The constants are no longer constant. We used to derive them afresh every nineteen years, and now we do it every three.
A The second biggest is testing. When I started, a change was tested by waiting. If nobody rang from the harbour by Friday it was considered correct.
A Now there is a suite of eleven thousand recorded tides, and nothing goes in that makes any of them worse by more than a centimetre. It takes two hours to run. I knit.
Q Could someone new contribute today? What would they need to know?
A They would need patience, mostly. The mathematics is old and well described. There is a list of open questions in the repository, sorted by how wet you have to get in order to answer them.
A If I may say so, we need writers more than programmers. The manual was last revised when there were still telegrams.
Q What is the most common misunderstanding?
A That a tide is a wave coming in. Think of it as the harbour going under something that stands still. When people get that, the rest is bookkeeping.
Q And how do you use it yourself?
A I walk the dog by it.
`,
  ),
]
