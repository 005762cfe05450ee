/** What a mail says: the words of an inbox, for a screen that is not ours. Pure. */
import { html, raw } from 'hono/html'
import type { InboxItem } from '../../shared/inbox.ts'
import { pathOf, sayItem, storyName } from '../../shared/inbox-words.ts'

export type Letter = { subject: string; text: string; html: string }
/** `site`: where links begin. `stop`: the link that ends all mail. */
type About = { newsroom: string; site: string; stop: string; items: readonly InboxItem[] }

const LONGEST_SUBJECT = 120

export function letter(about: About): Letter {
  return { subject: subjectOf(about.items), text: textOf(about), html: htmlOf(about) }
}

/** Story by story, in the order in which the first of each happened. */
function byStory(items: readonly InboxItem[]): InboxItem[][] {
  const stories = new Map<string, InboxItem[]>()
  for (const item of items) stories.set(item.story.id, [...(stories.get(item.story.id) ?? []), item])
  return [...stories.values()]
}

function subjectOf(items: readonly InboxItem[]): string {
  const [first] = items
  if (first === undefined) return ''
  const stories = byStory(items).length
  const says =
    items.length === 1
      ? `${sayItem(first)}: ${storyName(first)}`
      : `${items.length} new for you${stories === 1 ? `: ${storyName(first)}` : ` in ${stories} stories`}`
  const letters = [...says.replace(/\s+/g, ' ')]
  return letters.length <= LONGEST_SUBJECT ? letters.join('') : `${letters.slice(0, LONGEST_SUBJECT).join('')}…`
}

/** What is said in legal threads stays at the desk: mail is read by many eyes. */
const LEGAL = 'It is a legal comment, so its words are only at the desk.'

function textOf({ newsroom, site, stop, items }: About): string {
  const parts = byStory(items).map((story) =>
    [
      storyName(story[0]!).toUpperCase(),
      ...story.map((item) =>
        [
          sayItem(item),
          ...(item.legal
            ? [LEGAL]
            : [item.quote === '' ? '' : `On: “${item.quote}”`, item.words.replace(/^/gm, '  ')].filter(
                (line) => line.trim() !== '',
              )),
          `${site}${pathOf(item)}`,
        ].join('\n'),
      ),
    ].join('\n\n'),
  )
  return [...parts, `--\n${newsroom}\nHow you hear of things: ${site}/desk#inbox\nNo more mail: ${stop}\n`].join('\n\n')
}

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/** Tables and styles in place: what mail programs of twenty years agree on. */
function htmlOf({ newsroom, site, stop, items }: About): string {
  const stories = byStory(items)
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subjectOf(items)}</title>
          <style>
            @media (prefers-color-scheme: dark) {
              .back {
                background: #0f1113 !important;
              }
              .card {
                background: #1d2024 !important;
                border-color: #2c3035 !important;
              }
              .ink,
              .ink a {
                color: #e9e7e1 !important;
              }
              .ink-2,
              .ink-2 a {
                color: #b3b0a7 !important;
              }
              .quote {
                border-color: #75736c !important;
              }
              .rule {
                border-color: #2c3035 !important;
              }
              .go {
                background: #86aef5 !important;
                color: #16181b !important;
              }
            }
          </style>
        </head>
        <body class="back" style="margin:0;padding:0;background:#f1efe9">
          <div style="display:none;max-height:0;overflow:hidden">${preview(items)}</div>
          <table
            role="presentation"
            class="back"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            style="background:#f1efe9"
          >
            <tr>
              <td align="center" style="padding:28px 12px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
                  <tr>
                    <td class="ink-2" style="padding:0 4px 12px;font:600 14px/20px ${raw(SANS)};color:#57544c">${newsroom}</td>
                  </tr>
                  ${stories.map(
                    (story) =>
                      html`<tr>
                        <td style="padding:0 0 16px">
                          <table
                            role="presentation"
                            class="card"
                            width="100%"
                            cellpadding="0"
                            cellspacing="0"
                            border="0"
                            style="background:#ffffff;border:1px solid #dedad0;border-radius:8px"
                          >
                            <tr>
                              <td class="ink" style="padding:20px 24px 4px;font:500 21px/27px ${raw(SERIF)};color:#1b1a17">
                                <a href="${site}/desk/story/${story[0]!.story.id}" style="color:#1b1a17;text-decoration:none"
                                  >${storyName(story[0]!)}</a
                                >
                              </td>
                            </tr>
                            ${story.map((item, i) => row(item, site, i === story.length - 1))}
                          </table>
                        </td>
                      </tr>`,
                  )}
                  <tr>
                    <td class="ink-2" style="padding:4px 4px 0;font:13px/20px ${raw(SANS)};color:#57544c">
                      You get this because it concerns you and you had not read it at the desk yet.<br /><a
                        href="${site}/desk#inbox"
                        style="color:#57544c"
                        >How you hear of things</a
                      >
                      &nbsp;·&nbsp; <a href="${stop}" style="color:#57544c">No more mail</a>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html>`,
  )
}

/** The line that a mail program shows beside the subject. */
function preview(items: readonly InboxItem[]): string {
  const [first] = items
  if (first === undefined) return ''
  return first.legal ? LEGAL : first.words || first.quote
}

function row(item: InboxItem, site: string, isLast: boolean) {
  const edge = isLast ? '' : 'border-bottom:1px solid #dedad0;'
  const body = `font:15px/22px ${SANS};color:#1b1a17`
  return html`<tr>
    <td class="rule" style="padding:12px 24px 18px;${edge}">
      <p class="ink" style="margin:0 0 8px;${raw(body)}"><b>${sayItem(item)}</b></p>
      ${
        item.legal
          ? html`<p class="ink-2" style="margin:0 0 12px;font:15px/22px ${raw(SANS)};color:#57544c">${LEGAL}</p>`
          : html`${item.quote === '' ? '' : html`<p class="ink-2 quote" style="margin:0 0 8px;padding:0 0 0 12px;border-left:3px solid #8d897e;font:italic 16px/23px ${raw(SERIF)};color:#57544c">${item.quote}</p>`}${item.words === '' ? '' : html`<p class="ink" style="margin:0 0 12px;${raw(body)}">${inLines(item.words)}</p>`}`
      }
      <a
        class="go"
        href="${site}${pathOf(item)}"
        style="display:inline-block;padding:8px 16px;border-radius:6px;background:#1f4fa3;color:#ffffff;font:600 14px/20px ${raw(SANS)};text-decoration:none"
        >${item.thread === null ? 'Open the story' : 'Open the comment'}</a
      >
    </td>
  </tr>`
}

const inLines = (words: string) => words.split('\n').map((line, i) => html`${i === 0 ? '' : raw('<br>')}${line}`)
