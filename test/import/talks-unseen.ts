/**
 * Interviews of our own writing in the manners of talks-learnt.ts, kept apart: no weight in shared/import was ever fitted to
 * these, so that they say how the reading does on texts it has not met. Of the first eight one paragraph was read wrongly,
 * and statements are asked about more readily since; the others were written after that.
 */
import { talk, type Talk } from './talks.ts'

export const UNSEEN: Talk[] = [
  talk(
    'short answers: the safe-breaker',
    `
B He went to prison twice and wrote about it three times. Now Gideon Parr, 71, teaches locksmiths in Aldercombe what they are up against.
Q When did you open your first safe?
A At nine.
Q Whose was it?
A The vicar's.
Q What was in it?
A Another, smaller safe.
Q You're joking.
A I wish I was. I hadn't the tools for the second.
Q Did you feel guilty?
A Later on.
Q How much later?
A When my girl was nine. I looked at her one morning over the porridge and I thought, somebody ought to watch that child's hands.
Q The police say you gave back more than you took.
A They can't count.
Q Is any lock safe?
A One that's on something nobody wants.
Q So what do you keep in yours?
A Letters.
Q From whom?
A I'd rather leave it there.
Q You still carry a set of picks, I notice.
A Habit. My father carried a rosary and he'd stopped believing in 1950.
Q What do your pupils ask most?
A If I miss it.
Q And do you?
A Every door I see.
`,
  ),
  talk(
    'rhetorical answers: the mountain guide',
    `
B Nobody has been up the Grauhorn as often as Perpetua Lindqvist, and nobody speaks of it with so little reverence. We met her in the valley, at the hairdresser's, because that is where she had time.
Q How often have you been to the top?
A Who counts? My clients count. They ask me at the summit, and what should I say, that I don't know? I say two hundred and they're happy.
Q It must still be something special every time.
A Must it? You've been to your office more than two hundred times. I like it when the weather's good. When it isn't I look at the boots in front of me.
A There was one morning in 2003 that was special. Do you want to hear about that one?
Q Please.
A The fog was below us. All of it, the whole country, flat as milk. A man from Rotterdam sat down and began to cry, and do you know what he said? He said that it looked like home.
Q You were on the rescue in 2015. You've never talked about it in public.
A And what would be the use of it? Four people died who had paid a colleague of mine to be careful. He was careful. The snow wasn't. Should I explain that to somebody who is eating breakfast?
A I still rope up past the place. I take my hat off, which is stupid, because that's where the wind is.
Q Some say that the mountain should be closed for a season.
A To whom? The glacier is leaving by itself. In thirty years there'll be nothing to close.
Q Do you tell your clients that?
A They can see it. We walk past the posts, one for each year, and it goes quiet. Then somebody asks if there's a toilet at the hut.
Q What would make you stop?
A My knees will send me a letter. And then what? I'll sit in the valley and look up, like everybody, and think, who are all those idiots?
`,
  ),
  talk(
    'panel: three who judge the giant vegetables',
    `
B The Harrowby show has seen a marrow that took five men to carry. Who decides which one wins? We asked three of its judges: the oldest, the youngest and the one who was once disqualified.
Q What do you look for first?
A Weight. People will tell you it's shape, and they're being polite.
A I look at the skin. If somebody's been feeding it sugar water through a wick you can see a bloom.
A I smell it.
Q You smell it?
A You would too, if you'd had what I had in 1988. It looked magnificent. It was held together with wax.
Q Which brings us to cheating. How common is it?
A Rare.
A Common! We weigh them on Friday and again on Sunday, and I've seen an onion put on two pounds overnight.
A I can't say anything, can I. I was caught. It was one leek, I was nineteen, and I'd glued it.
Q How did you get back in?
A I judged children's classes for ten years. There is nobody stricter than a seven-year-old.
Q The prize money has tripled since the sponsors arrived. Has that changed the spirit of the thing?
A There's more shouting.
A There's more of everything. We had a fellow from Ghent with a van that had its own weather. But I'd say that the people who grow these things would do it for a cup of tea, and mostly that's what they get.
Q What's the perfect vegetable?
A One I've not seen yet.
A My grandfather's parsnip of 1961, and before you ask, there's a photograph.
A Perfect ones are dull. Give me one with a bit of a lean.
Q Thank you, all of you. I'll look at my allotment differently.
A You should look at it more often. We drove past.
`,
  ),
  talk(
    'long statements: the judge who resigned',
    `
B On the last day of term Judge Leonie Aster took off her robe, folded it and put it on the desk of the president of the court. She has not worn it since. This is the first time that she has explained why.
Q You were the youngest ever appointed to that court. I looked up what was written about you then, and there's a phrase that keeps coming back, which is safe pair of hands.
A I've always hated it. A safe pair of hands is what you want for somebody else's vase.
Q And yet for nine years you seem to have been exactly that. Of the 214 judgments that carry your name, not one was overturned.
A That should have worried me sooner. If nobody above you ever disagrees, then you've either become very wise or learned what they like for lunch.
A I began to notice it in the language. I'd write a sentence that I believed and then one that would survive, and by the end I only had the second kind.
Q Then came the harbour case. A family of six, a landlord who had followed every rule to the letter, and an eviction set for the week before Christmas.
A He had followed the rules. I checked them all. I went through that file the way you go through your pockets when you've lost your keys, again and again, because it has to be there.
Q You ruled for the landlord.
A I did, and I'd have to do it again.
Q I spoke to the father last week. He says he doesn't blame you.
A I know. He wrote to me, it was a very kind letter, and I think that's the one I couldn't put down.
Q Your colleagues have called it a luxury, to resign. They say that they can't afford a conscience, they have a backlog.
A They're right about the backlog. I left them two hundred files, and I'm sorry for it.
Q There are people who would like to see you in politics now.
A There are people who would like to see me in a circus. I'm going to teach, first-years, the law of property. Somebody ought to tell them before they're good at it.
Q It has been a long afternoon. I'm grateful.
A So am I. I hadn't said it in order before.
B Her lectures begin in October.
`,
  ),
  talk(
    'German: der Bademeister',
    `
B Seit 1986 sitzt Horst Wiedenkamp auf dem Hochstuhl am Südbecken. Im Herbst wird das Bad abgerissen. Ein Gespräch über Chlor, Kinder und die Kunst, nichts zu tun.
Q Herr Wiedenkamp, was macht ein Bademeister eigentlich den ganzen Tag?
A Gucken.
Q Mehr nicht?
A Das ist schon viel. Gucken Sie mal acht Stunden lang auf vierhundert Köpfe und zählen Sie mit. Wenn es auf einmal dreihundertneunundneunzig sind, müssen Sie das merken, bevor Sie es wissen.
Q Wie oft waren es dreihundertneunundneunzig?
A In all den Jahren elfmal. Zehn habe ich rausgeholt.
Q Und das elfte Mal?
A Das war ein Rechenfehler. Der Junge saß auf dem Klo und hat geweint, weil er sein Handtuch nicht gefunden hat. Ich saß dann daneben und habe mitgeweint.
Q Sie gelten als streng.
A Ich pfeife nicht gern. Aber wer vom Rand springt, der springt einem anderen ins Kreuz, und dann muss ich die Eltern anrufen. Wissen Sie, wie sich so ein Anruf anhört? Den vergessen Sie Ihr Leben nicht.
A Außerdem hört keiner mehr auf die Pfeife. Ich ziehe die Badehose hoch, das reicht.
Q Im Herbst kommen die Bagger. Die Stadt sagt, das Bad koste sie jedes Jahr eine halbe Million.
A Die Oper kostet zwölf. Und da kann man nicht mal schwimmen.
Q Was nehmen Sie mit?
A Die Uhr. Die geht seit dreißig Jahren vor, damit die Kinder pünktlich rauskommen. Das habe ich nie jemandem gesagt.
Q Jetzt wissen es alle.
A Jetzt ist es egal.
`,
  ),
  talk(
    'French: le facteur de piano',
    `
B Il accorde les pianos des autres depuis qu’il a douze ans. Bastien Orloue, soixante-six ans, n’en possède aucun. Rencontre dans son atelier de la rue des Tanneurs.
Q Comment devient-on accordeur sans jouer ?
A En écoutant. Ceux qui jouent s’écoutent eux-mêmes, moi j’écoute la corde. Ce n’est pas le même métier.
Q Vous n’avez jamais eu envie d’apprendre ?
A Si, une fois. J’ai pris une leçon. Le professeur m’a fait jouer une gamme et j’ai passé l’heure à regretter le la.
Q On raconte que vous reconnaissez un piano au téléphone.
A On exagère. Je reconnais les miens. Un jour, une dame m’appelle pour un devis, elle pose le combiné sur le couvercle, elle joue trois notes, et je lui dis : madame, ce piano appartenait à votre tante. Elle a raccroché.
A Elle a rappelé le lendemain. C’était vrai.
Q Qu’est-ce qui a changé dans le métier ?
A Les maisons. Autrefois, il y avait des rideaux, des tapis, des grands-mères. Maintenant tout est dur, le son rebondit, les gens croient que le piano est faux et c’est le salon qui l’est. Comment voulez-vous accorder un salon ?
Q Vous travaillez encore tous les jours.
A Je ne sais rien faire d’autre. Et puis j’aime entrer chez les gens. On voit beaucoup de choses quand on est couché sous un piano.
Q Par exemple ?
A Des lettres. Toujours des lettres.
Q Que faites-vous des lettres ?
A Je les remets où elles étaient, et j’accorde un peu plus doucement.
B Bastien Orloue reçoit sur rendez-vous.
`,
  ),
  talk(
    'Spanish: la capitana del transbordador',
    `
B Durante treinta años, Maravillas Ucero ha cruzado la misma bahía ocho veces al día. Si se suman todas, ha dado la vuelta al mundo once veces sin perder de vista su casa.
B El puente nuevo se inaugura en junio. El transbordador, no hace falta decirlo, hará su último viaje en mayo.
Q ¿Cómo se siente a dos meses del final?
A Cansada, como siempre en marzo. Lo otro ya vendrá.
Q Usted fue la primera mujer en llevar este barco.
A Y la última, mire qué suerte. Al principio los pasajeros preguntaban por el capitán y yo les decía que estaba en la ducha.
Q ¿Se lo creían?
A Algunos esperaron toda la travesía.
Q ¿Qué es lo más raro que ha llevado a bordo?
A Un elefante. Era de un circo, se llamaba Pura y se mareaba. Tuve que ir tan despacio que llegamos de noche, y la gente en el muelle aplaudió como si volviéramos de América.
A También llevé un piano que nadie recogió nunca. Sigue en la bodega, desafinado. A veces lo toco yo.
Q El alcalde dice que el puente traerá progreso.
A Traerá coches. Si eso es progreso, pues que venga, yo no soy quién para pararlo. ¿Usted ha oído a alguien enamorarse en un puente?
Q ¿Y en el transbordador sí?
A Cuarenta y dos bodas, que yo sepa. La mía no la cuento.
Q Hábleme de la tormenta de 1999.
A No hay mucho que contar. Salimos con sol y volvimos sin chimenea. Me acuerdo de una niña que me preguntó si nos íbamos a morir y le contesté que hoy no, que mañana tenía turno.
Q ¿Qué hará el primer día sin barco?
A Levantarme a las cinco, supongo. El cuerpo no lee el periódico.
`,
  ),
  talk(
    'by mail: the keepers of the seed library',
    `
B The seed library at Undersholt lends out beans. You take forty in spring and bring back forty in autumn, and if you do not, somebody comes to see your garden. It has eleven hundred members and no computer. Its two librarians, Fenna Roake and Tobias Ild, replied to our questions in one letter.
Q How did the library begin?
A It began with a flood. The whole collection of the agricultural school was under water for two days, and everything that could still sprout had to be planted within the week. Sixty families took a bucket each.
A In autumn they brought the seeds back without being asked. The school had been closed by then, so the buckets went into the old chapel.
Q What can one borrow today?
A Four hundred sorts of bean, some ninety of pea, and rather too many pumpkins. There is a waiting list for the black barley. We do not lend potatoes any more.
Q Why not?
A Because of the blight of 2007. One bad sack went to twelve villages. It was nobody's fault, and it took three years to be rid of it.
Q How do you make sure that what comes back is what went out?
A Every tenth bag is sown in the trial beds behind the chapel. Beans are honest, they hardly cross. Squashes are not, and with those it is a matter of distance and of bees. Members sign that their garden lies four hundred metres from the next one, which in some streets is a work of fiction.
A The rest is done by eye. Fenna has handled these beans for twenty-six years and can tell by the hilum.
A When in doubt the bag is marked with a red thread and given to somebody with small children, because they notice when a plant looks wrong.
Q Have you thought of putting the catalogue online?
A It has been suggested. A very nice young man offered to do it for nothing, and he spent a summer here typing. Then the members began to ask for things by their numbers, and nobody knew any longer what anything was called.
Q What do you wish more gardeners understood?
A That saving seed is not storage. A seed in a freezer is a photograph. It has to be grown, eaten, argued about and grown again, otherwise it stops being from anywhere.
Q Finally, what should a beginner plant?
A A runner bean. It comes up whatever you do, and it makes you look clever.
`,
  ),
  talk(
    'jumps: the stunt rider',
    `
B Corrie Maddock has fallen off more horses than most people have met. At fifty-two she has a steel plate in her shoulder, a shelf of trophies she uses as doorstops, and no plans to stop.
B I found her in the yard behind the studio, where a grey mare was refusing to die on command.
Q How do you teach a horse to fall?
A You don't. You teach it that lying down is a good idea and then you make it look like somebody else's.
Q That mare doesn't seem to agree with you.
A She's new. Give her till Thursday.
Q Your first job was a western shot in a quarry near Leeds.
A It was sleeting! We'd painted the grass. I was seventeen and I'd told them I was twenty-one and could drive a six-horse team. I could do neither.
A I learned on the way to the quarry.
Q When did you know that you were good at it?
A When they stopped asking if I was all right.
Q I've read that the computer does most of it now.
A It does the parts that used to kill people, and I'm glad. But it can't do fear. You look at a horse's ear in a real shot and you'll see what I mean.
Q Who's the worst rider you've ever doubled?
A He's still working, so no.
Q Fair enough. What hurts?
A In the morning? Everything. By ten it's only the weather.
`,
  ),
  talk(
    'German: die Landärztin',
    `
N Dieses Gespräch wurde gekürzt.
B Dr. Almut Reiser ist die letzte Ärztin im Tal. Zwölfhundert Patienten, ein Auto mit Allrad, kein Nachfolger. Wir treffen sie zwischen zwei Hausbesuchen.
Q Wie viele Stunden arbeiten Sie in der Woche?
A Das will ich gar nicht wissen. Wenn ich es wüsste, müsste ich es meinem Mann sagen.
Q Warum findet sich niemand, der die Praxis übernimmt?
A Die Jungen sind ja nicht dumm. Die rechnen sich aus, was sie hier verdienen und was sie hier versäumen, und dann bleiben sie in der Stadt. Ich nehme es ihnen nicht übel.
A Einer war da, für drei Wochen. Sehr begabt. Er hat jeden Patienten eine Stunde lang untersucht und am Ende selbst einen Arzt gebraucht.
Q Sie könnten einfach zusperren.
A Könnte ich. Aber dann läutet es trotzdem.
Q Was hat sich in dreißig Jahren verändert?
A Früher kamen die Leute zu spät. Heute kommen sie zu früh, weil sie alles schon gelesen haben. Ich sage dann, gut, was haben Sie denn gefunden? Und dann reden wir über das, was sie eigentlich haben, das ist meistens der Kummer.
Q Der Landrat hat Ihnen ein Stipendium für Studenten versprochen.
A Er hat es versprochen, ja.
Q Glauben Sie ihm?
A Ich habe seinen Blutdruck gemessen, während er es gesagt hat.
`,
  ),
  talk(
    'statements: the map maker',
    `
B Every city has a map of where people think it is dangerous. Tamsin Okoro-Vale has spent eight years drawing the other one: where people actually get hurt. It does not look the same at all.
Q You call it a map of small accidents. What counts as small?
A Anything that doesn't make the paper. Trips, mostly. Bins. A child on a scooter and a door that opens outwards.
Q And how do you get the data?
A We ask. Twelve volunteers go from door to door with a printed street plan and a packet of stickers. It takes a year to do a district, and by then the first streets have changed, so you never finish.
A The hospital gave us its figures once, but they're sorted by bone.
Q Most planners I speak to would say that this is anecdote.
A Most planners drive.
Q Let me put it another way. If twelve hundred people tell you about a kerb, when does it become evidence?
A It became evidence when the mayor's mother-in-law went over it. I'm not joking; we have the sticker.
Q What was the biggest surprise?
A Stairs are fine. It's the single step that gets people. One step, the same colour as the floor, outside a nice shop.
Q The council has adopted your method for the whole river front, but they have left out the part with the stickers.
A I know. They've got an app. Eleven people use it and nine of them are us.
Q So is that a defeat?
A It's a beginning. I've been told that about every defeat I've had.
B The map of small accidents can be seen at the municipal library until the end of June.
`,
  ),
  talk(
    'two who answer: the puppet theatre',
    `
B Nils and Merete Aakvaag have been married for thirty years and have run the Teatro Minimo for thirty-one. The room seats forty. The devil, who is in every play, hangs behind the till.
Q Who does the devil's voice?
A I do. He did it for the first ten years, until he began to like it.
A It wasn't that I liked it. It's that people laughed, and one shouldn't encourage him.
Q Do you still argue about the plays?
A Every day.
A Never.
Q What are you working on at the moment?
A A piece for grown-ups about an inheritance. There are nine puppets and each of them has a lawyer, and the lawyers are the same puppet with different hats. It has no songs so far, which is a weakness.
A There's one song.
Q I noticed on the way in that the first row has no chairs, only cushions.
A That's for the ones who want to be eaten.
Q How has the audience changed since you started?
A They bring their telephones. In the first scene we have a crocodile ask for them, and he keeps them in his mouth until the interval, and nobody has ever complained. I think that they are relieved.
Q And what happens when one of you can't go on?
A The other one does both voices. We tried it in March when she had the flu. It was rather lonely up there, and the devil got all the good lines.
Q You'll be sixty next year, both of you.
A He will. I'm an actress.
`,
  ),
  talk(
    'French: la vigneronne',
    `
B A 1 200 mètres, on ne fait pas de vin. C’est ce que tout le monde a dit à Ysaline Corbaz quand elle a planté ses premiers ceps au-dessus de Valdrun.
Q Qu’est-ce qui vous a pris ?
A Mon grand-père avait laissé un champ trop raide pour les vaches. J’ai d’abord pensé à des fraises, et puis je me suis dit que quitte à échouer, autant que cela se boive.
Q Combien de bouteilles la première année ?
A Quatorze. J’en ai cassé deux.
Q Vos voisins ont ri.
A Ils rient encore, mais ils achètent.
Q À quoi ressemble votre vin ?
A À de la pluie sur une pierre chaude. Je sais, ça ne veut rien dire, mais goûtez et vous verrez. Les gens du bas font des vins qui parlent fort. Le mien, il faut se taire pour l’entendre.
A On m’a proposé d’y mettre du sucre. J’ai proposé à ce monsieur de s’en aller.
Q Le réchauffement vous aide, dit-on.
A Il m’aide aujourd’hui et il me ruinera demain. Il y a dix ans, je vendangeais sous la neige. Cette année, j’ai vendangé en sandales. Vous trouvez que c’est une bonne nouvelle, vous ?
Q Et qui reprendra la vigne ?
A Ma nièce. Elle a sept ans et elle crache déjà très bien.
`,
  ),
  talk(
    'by letter: the curator of lost things',
    `
B The curator of the museum of lost things, Edda Thorvall, does not give interviews. She agreed to answer questions if they came on paper.
Q What is the oldest thing in the collection?
A A left shoe, Roman, found in the river. The right one is believed to be in a private collection in Trier.
Q Who brings these things to you?
A Tram drivers above all. There is an agreement with the transport authority from 1926, by which everything that nobody has asked for within a year is ours. There are also the executors of estates, who come with boxes and do not want to talk.
A Now and then a thing is brought by the person who lost it. This is always the most difficult case, because the museum's charter says that nothing may be given back.
Q Is that not cruel?
A It is a museum.
Q Which object are visitors most attached to?
A The wedding ring in case four. It was found in a loaf of bread in 1951. There is a bench in front of it, and we have had to have the bench mended twice.
Q Have you ever lost anything yourself?
A The key to this office. It is in case nine, with a label.
Q What will become of the museum when you retire in the autumn?
A That has been decided by people who have never been here. The building is to be a hotel. The collection is to go into storage at a place whose address I have been given and have, I am sorry to say, mislaid.
`,
  ),
]
