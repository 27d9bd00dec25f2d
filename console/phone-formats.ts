import rawMetadata from 'libphonenumber-js/min/metadata';
import type { Plugin } from 'vite';

const NAME = 'virtual:phone-formats';
const RESOLVED = `\0${NAME}`;

/**
 * How the countries of the world group their numbers, as `virtual:phone-formats`: a quarter of what libphonenumber-js
 * weighs (8 of 33 kB compressed), which also reads numbers and tells which are valid. That is the server's business.
 */
export function phoneFormats(): Plugin {
  return {
    name: 'phone-formats',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export default {${written().join(',')}}` : undefined),
  };
}

type Plan = readonly unknown[];
/** Of format version 4: pattern, format, leading digits (the last are the most exact), …, international format. */
type Format = readonly [string, string, (readonly string[] | 0)?, unknown?, unknown?, (string | 0)?];

interface Metadata {
  readonly version: number;
  readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
  readonly countries: Readonly<Record<string, Plan>>;
  readonly nonGeographic: Readonly<Record<string, Plan>>;
}

/** Each calling code with its formats as source text, in the order in which they are tried. */
function written(): string[] {
  const metadata = rawMetadata as unknown as Metadata;
  if (metadata.version !== 4) throw new Error(`Phone metadata of version ${metadata.version} is not understood`);
  const shared = Object.entries(metadata.country_calling_codes).map(
    // Where countries share a code, the first has the formats of all.
    ([code, [main = '']]) => [code, metadata.countries[main]] as const,
  );
  return [...shared, ...Object.entries(metadata.nonGeographic)].map(([code, plan]) => {
    const formats = (plan?.[4] || []) as readonly Format[];
    return `${code}:[${formats.map(writtenFormat).join(',')}]`;
  });
}

function writtenFormat([pattern, national, leading, , , international]: Format): string {
  const start = (leading || []).at(-1);
  const whole = new RegExp(`^${start ? `(?=${start})` : ''}(?:${pattern})$`);
  // Groups with a space between them, as the library writes them internationally.
  const groups = (international || national).replace(/[^$\d]+/g, ' ').trim();
  return `[${whole},${JSON.stringify(groups)}]`;
}
