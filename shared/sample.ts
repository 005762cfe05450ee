/**
 * The story that `npm run demo` opens: an interview of our own writing, kept as our own Markdown export
 * would write it. Nobody in it exists, and a notice at its end says so.
 */
import { countWords } from './count-words.ts'
import { SETTINGS, type StoryText } from './story.ts'
import { readMarkdown } from './import/read.ts'

const TEXT = `---
headline: “The sea keeps asking, so I keep answering”
dek: For twenty-six years Ingrid Vasshaug has read the tide gauge at Holm by hand, twice a day. This winter the harbour board replaced her with a sensor. It has been wrong ever since.
byline: Tove Lindqvist
speakers: [{"name":"Tove Lindqvist","initials":"TL","kind":"interviewer"},{"name":"Ingrid Vasshaug","initials":"IV","kind":"subject"}]
copydesk: 1
---

<aside class="notice" data-kind="reader-note">

A note to readers: This interview is free for everyone. If you want more stories from the islands, become a member of <cite>The Holm Courier</cite>.

</aside>

The tide gauge at Holm is a white board with black numbers, bolted to the inner wall of the harbour in 1911. To read it you climb down eleven rungs, wait until a wave has passed, and say the number out loud so that you will remember it on the way up.

Ingrid Vasshaug, 71, has said the number out loud some 19,000 times. She was paid by the reading: first in coins, then by bank transfer, and since January not at all. The board’s new sensor, which cost 240,000 crowns, has twice this winter reported that the harbour was empty.

We met at the gauge, ten minutes before low water. She brought coffee, and a bicycle lamp, although it was noon.

**Tove Lindqvist:** How do you read a tide gauge?

**Ingrid Vasshaug:** You wait. That is the whole craft. Anyone can look at a number, but the water goes up and down while you look, so you have to decide which number is the sea and which is only a wave showing off. My predecessor told me: count seven, and take the one that comes back.

It took me about two years before I believed my own readings. Before that I wrote down what I thought he would have written.

**TL:** And the lamp?

**IV:** For the rungs. The third one from the bottom has been loose since the storm of ’02. I reported it.

**TL:** The board says that the sensor is accurate to a millimetre.

**IV:** I am sure it is. It is accurate about something. It was put on the outer pier, <span class="bracketed">[where the ferry turns]</span>, and every time the ferry turns it measures the ferry.

They asked me to come and look at the curves in February. There were four young men and a screen. I said, that hump there is the 8.15 and that one is the 10.40, and this big one, that is Sunday, when the bishop came. They were very polite. One of them wrote it down.

**TL:** When did you know that something was wrong?

**IV:** On the ninth of January. I went to read it anyway, out of habit, and I had 184. I came home and looked at the website, and it said 31. If the harbour had been at 31 you would have seen the old anchor, and the cats would have been down there eating.

**TL:** You kept on reading, then. Without being paid.

**IV:** I kept on walking. If a person walks past a number she may as well look at it.<!-- unsure -->

**TL:** My grandfather used to say that you could set the church clock by you.<!-- unsure -->

**IV:** He could not. The church clock was wrong too. I read at low water and high water, and they move fifty minutes a day, so if he saw me at the same hour twice he was not paying attention. He was a lovely man, but he was a baker; he thought everything happened at four in the morning.

**TL:** What is in the books?

**IV:** You mean what else. <span class="bracketed">[She keeps fifty-two notebooks in a cupboard.]</span> The tide, the wind, the ice when we still had ice. Who I met. If there was a seal. My husband said that nobody would ever read it, and I said that is what they told the man who wrote the Bible.

There is a page from 2004 that only says: _no reading, gave birth to a grandson._ I did not, of course. My daughter did. But I was holding her hand, and the sea went up and down without me, and nothing happened to it.

## “A number nobody has said out loud”

**TL:** The university has asked to have the notebooks scanned. Will you let them?

**IV:** They may come here and do it on the kitchen table. I am not sending them by post. I have seen how the post is carried onto the ferry.

A very nice professor explained to me that it is the longest series on this coast made by one pair of eyes. I said, two pair. I had the cataracts done in 2015, and you can see it: before that, everything is about half a centimetre too high.

**TL:** So even you were wrong.

**IV:** For eleven years, by half a centimetre, always in the same direction. That is not wrong. That is a dialect.

**TL:** What would you say to the harbour board, if they asked you back?

**IV:** They have asked. They called on Friday. They offered me the title of Reference Observer, with a vest.

**TL:** And?

**IV:** I said that I would think about the vest. But somebody has to fix the third rung first. I have been asking since ’02, and I am told that it is in the plan.

I don’t dislike the sensor, you know. It works at night and it never has a cold. It only has never been afraid of the water, and I think you measure a thing better when you are a little afraid of it. A number that nobody has said out loud is not quite a number yet.

**TL:** Shall we go down? It must be low water by now.

**IV:** Four minutes ago. I was being polite.

Follow the tide at Holm, as read by hand, on the noticeboard outside the bakery.<!-- body -->

<aside class="notice" data-kind="disclosure">

Disclosure: Holm, its harbour board and everybody who speaks in this interview are invented. The story was written for Copydesk, so that there is something to edit.

</aside>
`

/** The sample with new ids. Two of its paragraphs are unsure, for somebody to decide. */
export function sample(ids: () => string): StoryText & { words: number } {
  const { headline, dek, byline, speakers, body } = readMarkdown(TEXT, ids)
  const words = countWords(body.textBetween(0, body.content.size, ' '))
  return {
    headline: headline ?? '',
    dek: dek ?? '',
    byline: byline ?? '',
    speakers,
    settings: { ...SETTINGS, lang: 'en-GB' },
    body,
    words,
  }
}
