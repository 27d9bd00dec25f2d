/** North American area codes; each has a hundred numbers that are reserved for fiction: 555-0100 to 555-0199. */
const AREAS = [201, 202, 203, 205, 206, 207, 208, 209, 212, 213, 214, 215, 216, 217, 218, 219, 303, 305, 312] as const;

/** A list as suppliers send it, with the expected result of its import. */
export interface NumberFile {
  readonly text: string;
  /** Lines in the file, blank ones included. */
  readonly lines: number;
  readonly blank: number;
  readonly good: number;
  readonly duplicates: number;
  readonly malformed: number;
  /** The good numbers, digits only. */
  readonly numbers: ReadonlySet<string>;
}

/** Two thousand lines: good numbers, the same ones again in other spellings, lines that are no numbers, blank ones. */
export function numberFile(): NumberFile {
  const numbers = AREAS.flatMap((area) => Array.from({ length: 100 }, (_, last) => `1${area}55501${pad(last)}`));
  const good = numbers.map((digits) => `+${digits}`);
  const duplicates = numbers.filter((_, index) => index % 32 === 0).map(spelled);
  const malformed = Array.from({ length: 25 }, (_, index) =>
    index % 2 === 0 ? `call me ${pad(index)}` : `+1 2${index}`,
  );
  const blank = Array.from({ length: 15 }, () => '');
  // Spread over the file, but after the first good line, which the import needs to recognise them.
  const extras = [...duplicates, ...malformed, ...blank];
  const every = Math.floor(good.length / extras.length);
  const lines = good.flatMap((line, index) => {
    const extra = index % every === every - 1 ? extras[Math.floor(index / every)] : undefined;
    return extra === undefined ? [line] : [line, extra];
  });
  return {
    text: `${lines.join('\n')}\n`,
    lines: lines.length,
    blank: blank.length,
    good: good.length,
    duplicates: duplicates.length,
    malformed: malformed.length,
    numbers: new Set(numbers),
  };
}

/** As a person would write it: +1 (201) 555-0100. */
const spelled = (digits: string) => `+1 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`;
const pad = (value: number) => String(value).padStart(2, '0');
