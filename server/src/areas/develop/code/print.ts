/** A piece of source: text, or a list between brackets that is broken into lines where it does not fit. */
export type Doc = string | Listed;

interface Listed {
  /** Before the items: `text({`, `['`. */
  readonly open: string;
  readonly items: readonly Doc[];
  readonly close: string;
  /** Space inside the brackets of one line: `{ a: 1 }`. */
  readonly pad: string;
  /** One item a line, even if all fit into one. */
  readonly isExpanded: boolean;
}

const LINE = 120;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Columns of a text: characters of East Asia have two. */
const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);

export const object = (open: string, items: readonly Doc[], close: string, isExpanded = false): Doc =>
  items.length === 0 ? open + close : { open, items, close, pad: ' ', isExpanded };
export const array = (open: string, items: readonly Doc[], close: string): Doc => ({
  ...{ open, items, close },
  pad: '',
  isExpanded: false,
});

const flat = (doc: Doc): string | undefined => {
  if (typeof doc === 'string') return doc;
  const items = doc.items.map(flat);
  if (doc.isExpanded || items.includes(undefined)) return undefined;
  return doc.open + doc.pad + items.join(', ') + doc.pad + doc.close;
};

/** Returns the source of a piece, formatted as the repository's formatter does; `after` follows on its last line. */
export function print(doc: Doc, indent = 0, after = ''): string {
  const line = flat(doc);
  if (typeof doc === 'string') return doc + after;
  if (line !== undefined && indent + widthOf(line + after) <= LINE) return line + after;
  const inner = indent + 2;
  const items = doc.items.map((item) => `${' '.repeat(inner)}${print(item, inner, ',')}\n`);
  return `${doc.open}\n${items.join('')}${' '.repeat(indent)}${doc.close}${after}`;
}

/** Returns a text as a literal of the program, with the quotes that the formatter prefers. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  if (!text.includes("'")) return `'${inner.replaceAll('\\"', '"')}'`;
  return text.includes('"') ? `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : `"${inner}"`;
}

/** Returns a text within a comment of the program: on one line, and without the end of the comment. */
export const commented = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('*/', '* /');

/** Returns a text as a literal of SQL. */
export const sqlQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const words = ({ zh, en }: { readonly zh: string; readonly en: string }, name = 'label'): Doc =>
  object(`${name}: {`, [`zh: ${quoted(zh)}`, `en: ${quoted(en)}`], '}');

/** `unitPrice` → `unit_price`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** `stock-item` → `stockItem`. */
export const camel = (name: string): string =>
  name.replace(/[-_]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
export const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + camel(name).slice(1);
