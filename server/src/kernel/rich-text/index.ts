import sanitize from 'sanitize-html';
export interface RichText {
  readonly html: string;
  /** Ids of the stored files it shows as pictures, each once, in the order of the text. */
  readonly pictureIds: readonly bigint[];
  /** Whether it shows neither words nor pictures. */
  readonly isEmpty: boolean;
}

const FILE_ID = /^[1-9]\d{0,17}$/;

const rules: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'a', 'img'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'mark', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['data-file', 'alt', 'width'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (_tag, { href }) => ({
      tagName: 'a',
      attribs: { ...(href ? { href } : {}), target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
    img: (_tag, attribs) => ({
      tagName: 'img',
      attribs: {
        'data-file': attribs['data-file'] ?? '',
        alt: (attribs['alt'] ?? '').slice(0, 255),
        ...(/^\d{1,4}$/.test(attribs['width'] ?? '') ? { width: attribs['width'] ?? '' } : {}),
      },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !FILE_ID.test(attribs['data-file'] ?? ''),
  nestingLimit: 50,
};

/** Makes HTML of an editor (or of an attacker) safe to show. A second run changes nothing. */
export function cleanRichText(wild: string): RichText {
  const html = sanitize(wild, rules).trim();
  const pictureIds = [...html.matchAll(/<img data-file="(\d+)"/g)].map(([, id]) => BigInt(id ?? 0));
  const words = sanitize(html, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;|\s/g, '');
  return { html, pictureIds: [...new Set(pictureIds)], isEmpty: words === '' && pictureIds.length === 0 };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Returns the words of HTML that was made safe, in one line, for searches and excerpts. */
export const wordsOf = (html: string): string =>
  sanitize(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
