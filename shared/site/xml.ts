/** XML for feeds and sitemaps: everything escaped, nothing in it that XML does not know. */

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const NO_XML =
  // oxlint-disable-next-line no-control-regex -- these are what it takes out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export const escapeXml = (text: string): string => text.replace(NO_XML, '').replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/** An element with text, or with what was made here already. */
export function element(name: string, content: string | readonly string[], attributes: Record<string, string> = {}): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')
  if (typeof content === 'string')
    return content === '' ? `<${name}${given}/>` : `<${name}${given}>${escapeXml(content)}</${name}>`
  return `<${name}${given}>\n${content.filter((one) => one !== '').join('\n')}\n</${name}>`
}

export const xml = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
