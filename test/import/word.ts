/** Word files of our own making, as small as Word would still open them. */
import { strToU8, zipSync, type Zippable } from 'fflate'

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const SPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="urn:mc" xmlns:wp="urn:wp" xmlns:a="urn:a" xmlns:pic="urn:pic" xmlns:wps="urn:wps" xmlns:v="urn:v" xmlns:o="urn:o" xmlns:m="urn:m" xmlns:w14="urn:w14" xmlns:w15="urn:w15"'

type Parts = {
  styles?: string
  numbering?: string
  footnotes?: string
  comments?: string
  commentsExtended?: string
  header?: string
  /** Further relations of the document: id, type, target, and whether it is outside of the file. */
  relations?: [id: string, type: string, target: string, external?: boolean][]
  files?: Zippable
  /** Where the main part is. */
  name?: string
  strict?: boolean
  /** Instead of the whole document part. */
  document?: string
}

export const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

/** @param body what stands in the document's body */
export function docx(body: string, parts: Parts = {}): Uint8Array<ArrayBuffer> {
  const { name = 'document.xml', files = {}, relations = [], strict = false } = parts
  const rel = strict ? STRICT : REL
  const written: Zippable = { ...files }
  const own: [string, string, string, boolean?][] = [...relations]
  for (const part of ['styles', 'numbering', 'footnotes', 'comments', 'commentsExtended', 'header'] as const) {
    const xml = parts[part]
    if (xml === undefined) continue
    written[`word/${part}.xml`] = strToU8(`<w:${part} ${SPACES}>${xml}</w:${part}>`)
    own.push([part, part, `${part}.xml`])
  }
  const document = parts.document ?? `<w:document ${SPACES}><w:body>${body}<w:sectPr/></w:body></w:document>`
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="r" Type="${rel}/officeDocument" Target="word/${name}"/></Relationships>`,
    ),
    [`word/${name}`]: strToU8(document),
    [`word/_rels/${name}.rels`]: strToU8(
      `<Relationships>${own.map(([id, type, target, external]) => `<Relationship Id="${id}" Type="${rel}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`).join('')}</Relationships>`,
    ),
    ...written,
  }) as Uint8Array<ArrayBuffer>
}

/** A run of words. */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
/** A paragraph of runs, or of plain words. */
export const para = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`
export const styled = (style: string, content: string): string => para(content, `<w:pStyle w:val="${style}"/>`)
export const item = (list: number, level: number, text: string): string =>
  para(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
export const picture = (relation: string, alt: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${relation}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
