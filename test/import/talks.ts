/**
 * Interviews of our own writing, with what every paragraph is: B story text, N a notice, Q a question, A an answer. The
 * people and places are invented. The weights of shared/import/chain.ts were never fitted to these.
 */
export type Talk = { name: string; paragraphs: [kind: 'B' | 'N' | 'Q' | 'A', text: string][] }

/** A talk from lines that begin with what they are. */
export const talk = (name: string, lines: string): Talk => ({
  name,
  paragraphs: lines
    .trim()
    .split('\n')
    .map((line) => [line.charAt(0) as Talk['paragraphs'][number][0], line.slice(2)]),
})

export const TALKS: Talk[] = [
  {
    name: 'the lighthouse keeper',
    paragraphs: [
      [
        'B',
        'For thirty-one years, Odile Brannigan has lived on a rock with a lamp on it. The rock is called Skerry Mor, the lamp is now electric, and the council would like her to leave.',
      ],
      [
        'B',
        'She says she will, “when somebody explains to me what a sensor does when the fog comes in sideways.” I took the Tuesday boat out to see her, and stayed until Friday because of the weather.',
      ],
      ['Q', 'How did you end up here?'],
      [
        'A',
        'My uncle broke his hip. That is the whole story. I was nineteen, I was in a bad way about a boy, and my mother said go and light the lamp for a month.',
      ],
      ['A', 'Nobody ever came to fetch me back. I think they forgot, and by the time they remembered I had learned to bake.'],
      ['Q', 'And the boy?'],
      ['A', 'He sells insurance in Portree. He sends a card at Christmas.'],
      ['Q', 'You told the council in March that you would not go without a fight.'],
      [
        'A',
        'I told them I would not go without a reason. They wrote down fight. A fight is what you have with people who turn up.',
      ],
      ['Q', 'The engineers did turn up, though.'],
      ['A', 'Two of them, for forty minutes, in good shoes. They took a photograph of the stairs.'],
      ['Q', 'What would you have shown them, if they had stayed?'],
      [
        'A',
        'The gutter on the north side. You can have all the sensors in the world, but when that gutter freezes the damp gets into the lens room, and then your lamp is a candle in a bathroom. It took me four winters to understand that gutter. I wrote it all down in a copybook and I offered it to them and the younger one said, very kindly, that they had a manual.',
      ],
      ['Q', 'Do you get lonely?'],
      [
        'A',
        'Everyone asks that. Do you? You live in a city and you told me last night you have not met the people across the landing.',
      ],
      ['Q', 'That is fair.'],
      ['A', 'I get bored. Bored is different. Bored you can fix with a spade.'],
      ['Q', 'If they do move you in the spring, what will you take?'],
      ['A', 'The kettle and the copybook. The hens are promised already.'],
      ['B', 'Read more from the islands in our Saturday edition.'],
    ],
  },
  {
    name: 'the composer',
    paragraphs: [
      ['N', 'This conversation has been edited and condensed for clarity.'],
      [
        'B',
        'Teodor Vasch writes music for rooms that do not exist. His new piece, “Undercroft,” lasts four hours and is meant to be heard lying down. It opens on Friday in a former tram depot, where two hundred camp beds have been set out in rows.',
      ],
      [
        'B',
        'When we met he was carrying one of them up a flight of stairs. He is fifty-eight, slight, and speaks so quietly that the recorder had to be moved twice.',
      ],
      ['Q', 'Let’s begin with the beds. Why lying down?'],
      [
        'A',
        'Because sitting is a contract. When you sit in a row you have agreed to look at something, and you have agreed to be looked at by the person behind. I wanted to release people from both. Also I am tired. I have been writing this for six years and I wanted, honestly, to lie down.',
      ],
      ['Q', 'Some critics of the first version said that half the audience was asleep by the second hour.'],
      [
        'A',
        'I hope it was more than half. I wrote the third hour for people who are asleep. There are things in it that only work on a sleeping ear, very slow beatings between the low pipes, and I have been told that people dreamed of water. You cannot buy that.',
      ],
      ['A', 'There was one man who snored in the right key. I looked for him afterwards to thank him and he had gone.'],
      ['Q', 'You grew up in a house without a piano.'],
      [
        'A',
        'We had an accordion with eleven working notes. I do not say this to be romantic. I still write around the missing ones; if you look at the score there are whole pages without an F sharp, and I did not decide that, my hands did.',
      ],
      ['Q', 'What did your parents make of it, when you said that you wanted to compose?'],
      [
        'A',
        'My father asked who would pay. It was a good question and I have never had a good answer. My mother asked whether it would be loud.',
      ],
      ['Q', 'And is it?'],
      ['A', 'Once. For nine seconds, in the fourth hour. I am not going to tell you when.'],
      ['Q', 'I read that you have forbidden recordings, which seems hard on everyone who can’t get to a tram depot.'],
      [
        'A',
        'It is hard on them. I am sorry about it. But what would they record? The room is the instrument. I would be selling you a photograph of a meal.',
      ],
      ['Q', 'Then let me ask about what comes next. There is talk of a piece for a swimming pool.'],
      [
        'A',
        'There is always talk. The pool is real, it is in Lodz, it has wonderful tiles. Whether there is a piece is another matter.',
      ],
      ['N', 'The writer’s travel was paid for by the festival. Full disclosure: she was also given a bed.'],
    ],
  },
  {
    name: 'the goalkeeper',
    paragraphs: [
      [
        'B',
        'There is a photograph of Ines Carrow that everybody in Wexley knows: mud to the eyebrows, one glove off, laughing at a penalty that has just gone over the bar. It hangs in the chip shop, the library and the mayor’s office. Carrow, 36, retired last month.',
      ],
      ['Q', 'I’ve been dreading this one, to be honest with you. My dad cried when he heard.'],
      ['A', 'Tell him I’m sorry! Mine did too. He said it was hay fever. In January.'],
      ['Q', 'So why now?'],
      [
        'A',
        'The knee. It’s always the knee, isn’t it? I got up off the sofa in November and it made a noise like somebody stepping on a crisp packet, and the dog left the room.',
      ],
      ['Q', 'You’d had two operations on it already.'],
      ['A', 'Three. One I kept quiet, because we had the cup run and I didn’t want the gaffer to worry.'],
      ['Q', 'Does he know now?'],
      ['A', 'He does now.'],
      ['Q', 'Let’s talk about the penalty, then, because I’d be sacked if I didn’t.'],
      ['A', 'Go on.'],
      ['Q', 'What were you actually laughing at?'],
      [
        'A',
        'She’d told me. Before she took it she walked past and said, I’m going to put this over the bar, Ines, my legs have gone. And then she did it! I was crying laughing. Ninety-four minutes, thousands of people, and only the two of us knew it was a joke.',
      ],
      ['A', 'We still have a drink on the anniversary. She buys.'],
      [
        'Q',
        'A lot of girls in this town play because of you. There’s an under-nines side at Marsh Lane with five goalkeepers in it.',
      ],
      [
        'A',
        'Five! Poor coach. I went down there at half term and all five of them dived the same way at once. It was beautiful. I told them somebody has to play up front and they looked at me like I’d sworn.',
      ],
      ['Q', 'Will you coach?'],
      [
        'A',
        'I’d be terrible. I shout. I’d like to do the groundsman’s job, if I’m honest, I’ve got opinions about that goalmouth.',
      ],
      ['B', 'Follow Wexley Town Women on all the usual channels.'],
    ],
  },
  {
    name: 'the minister',
    paragraphs: [
      [
        'B',
        'The transport minister of the free state of Orland, Per Hallim, agreed to thirty minutes on the subject of the bridge. He brought an adviser, a press officer and a model of the bridge, which he kept on his knees.',
      ],
      ['Q', 'Minister, the bridge was to cost 90 million. It now stands at 340. Who got it wrong?'],
      [
        'A',
        'I would not use that word. The scope of the project has evolved, and with it, naturally, the envelope. What we have today is a very different bridge from the one that was tendered.',
      ],
      ['Q', 'Different how? It goes from the same place to the same place.'],
      ['A', 'It has a cycle lane.'],
      ['Q', 'A cycle lane for a quarter of a billion.'],
      [
        'A',
        'With respect, that is a caricature. There were ground conditions that nobody could have foreseen. There was the price of steel. There was the eel migration, which the courts, quite rightly, asked us to respect.',
      ],
      ['Q', 'Your own geologists foresaw the ground conditions. I have the report here; it is dated four years ago.'],
      ['A', 'That was a preliminary report. Preliminary reports are preliminary.'],
      ['Q', 'Did you read it?'],
      ['A', 'I was briefed on it.'],
      ['Q', 'That isn’t what I asked.'],
      [
        'A',
        'I receive a great many documents, as you can imagine, and I rely on a very able department. I was briefed on its main findings at the time, and on that basis the cabinet took a decision which I continue to believe was the right one for the people of the west bank, who have waited, let me remind you, since 1961.',
      ],
      ['Q', 'And when will they be able to cross it?'],
      ['A', 'We are confident of the spring.'],
      ['Q', 'Of which year?'],
      ['A', 'Of a year in the near future.'],
      ['Q', 'Thank you, minister. You may take your model with you.'],
      ['A', 'I had intended to.'],
    ],
  },
  {
    name: 'the beekeeper who was asked little',
    paragraphs: [
      [
        'B',
        'Hanne Dost keeps four million bees on the roofs of Aldermouth, and believes that she knows each hive by its temper. We talked between two inspections, with the veils on.',
      ],
      ['Q', 'Tell me about your first hive.'],
      [
        'A',
        'It came by post. People do not believe me, but in those days you could have a box of bees sent by rail, and the stationmaster rang my mother and said, in a voice she imitated for the rest of her life, that there was a parcel for us and that it was angry.',
      ],
      ['A', 'I was eleven. I put it in the pear tree and read the leaflet afterwards, which is the wrong order.'],
      ['A', 'By September we had honey. It was nearly black, because of the limes, and my brothers would not touch it.'],
      ['Q', 'You have said that cities are better for bees than the country now. That surprised me.'],
      [
        'A',
        'It surprises farmers too, and then it makes them cross. But look at it from a bee’s side of the question. In the country she has two weeks of rape, everything flowering at once as far as she can fly, and then nothing, a green desert until the heather. In a town somebody has always planted something silly. There is a balcony on Tanner Street with nothing but lavender and one enormous cardoon, and I could show you the week it flowers in my ledgers.',
      ],
      ['A', 'Of course there is dirt. I have the honey tested every year. It is cleaner than the rain.'],
      ['Q', 'What worries you most for next year?'],
      [
        'A',
        'The hornet. Everyone says the mite, but the mite we know. The hornet hovers in front of the door like a man outside a bank, and the girls stop going out, and they starve in the middle of summer with the flowers open.',
      ],
      ['Q', 'Is there anything a reader with a balcony can do?'],
      ['A', 'Plant late. Ivy, asters, anything after August. And do not buy bees! Buy a pot.'],
    ],
  },
]

/** Not interviews: nothing in them is a question to anybody. */
export const ARTICLES: string[][] = [
  [
    'The river came over the wall at ten past four on Sunday morning, and by five it was in the crypt of St Ode’s. By six it had reached the organ.',
    '“I have never heard a sound like it,” said the verger, Marit Solberg. “It was as if the building was swallowing.”',
    'The council had been warned. In October its own engineer wrote that the sluice at Fell Mill would not survive another winter, and asked for 40,000 crowns to mend it. The letter was filed.',
    'What happened next depends on whom one asks. The mayor says that the money was set aside. The treasurer says that it was set aside for something else.',
    'Why was nobody told? The treasurer would not say. “There is a process,” he told this newspaper, “and I would ask everyone to let it take its course.”',
    'On Monday volunteers carried eleven hundred hymn books into the sun. Most will dry. The organ will not.',
  ],
  [
    'I went to the market for onions and came home with a goat. I am told that this happens to other people too.',
    'We had a shed, and a rope, and an argument. My wife asked what it would eat; I said, with confidence, grass. It ate the rope.',
    'By the end of the week I had learned three things about goats. They can climb. They hold a grudge. And they are, in the right light, very good company.',
    'You may laugh. I did, until it looked at me.',
  ],
  [
    'Dear Mira, you wrote to me in March and I have only now found the courage to answer.',
    'I read your letter on the balcony. You asked whether I still have the boat. I do, and it still leaks where you mended it.',
    'You were right about the winter. We had ice on the inside of the windows, and I thought of you and your terrible socks.',
    'Come in May, if you can. I shall leave the key where it always was.',
    'Your old friend, who never learned to spell your street.',
  ],
  [
    'Am Montag blieb in Ostrau das Licht aus. Erst in der Bäckerei, dann in der Schule, dann überall.',
    '„Ich habe zuerst gedacht, ich hätte die Rechnung nicht bezahlt“, sagt Käthe Romberg, die im dritten Stock wohnt.',
    'Wer war schuld? Die Stadtwerke verweisen auf den Netzbetreiber, der Netzbetreiber auf einen Marder.',
    'Gefunden wurde der Marder nicht. Am Dienstag brannte das Licht wieder, und die Bäckerei verkaufte Kerzen zum halben Preis.',
  ],
]
