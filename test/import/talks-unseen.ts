/**
 * Interviews of our own writing in the manners of talks-learnt.ts, kept apart: nothing in shared/import was ever fitted to
 * these, so that they say how the reading does on texts it has not met.
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
]
