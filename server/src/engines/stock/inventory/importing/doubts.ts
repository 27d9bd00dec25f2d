import type { ImportReport } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import { numberType } from '@trade-assistant/contract/dictionaries.ts';
import { Homes, LINE_TYPE, type LineType, maskLine, normalise } from '../../../../kernel/phone/index.ts';
import type { StagedLine } from '../batches.ts';

/** So many lines are read in every possible country; the others are only counted. */
const EXAMINED_LINES = 2000;
const SAMPLES = 3;
const COUNTRIES = 12;

/** Lines whose country is unclear, counted by the countries they may belong to. */
export class UnclearLines {
  lines = 0;
  readonly #homes: Homes;
  readonly #samples: string[] = [];
  readonly #international = new Map<string, number>();
  readonly #national = new Map<string, number>();

  /** `served`: ISO codes of the countries that numbers may belong to. */
  constructor(served: Iterable<string>) {
    this.#homes = new Homes(served);
  }

  add(line: string): undefined {
    this.lines += 1;
    if (this.#samples.length < SAMPLES) this.#samples.push(maskLine(line));
    if (this.lines > EXAMINED_LINES) return;
    const abroad = normalise(line);
    if (abroad.ok) increment(this.#international, abroad.countryCode);
    for (const country of this.#homes.of(line, abroad.ok ? abroad.e164 : null)) increment(this.#national, country);
  }

  found(): Pick<ImportReport, 'unclear'> {
    if (this.lines === 0) return {};
    return {
      unclear: {
        lines: this.lines,
        samples: this.#samples,
        international: mostFrequent(this.#international),
        national: mostFrequent(this.#national),
      },
    };
  }
}

/** Valid numbers whose type or country is doubtful. */
export class Doubts {
  readonly #types = new Map<LineType, number>();
  #shared = 0;

  /** Returns the line with its doubts, and counts them. @param defaultType number type of lines without their own */
  mark(line: StagedLine, lineType: LineType, defaultType: number): StagedLine {
    const isContradicted = !fitsType(lineType, line.numberType ?? defaultType);
    // Such ranges belong to all countries of the calling code; the first one is stored.
    const isShared = lineType === LINE_TYPE.TOLL_FREE && String(line.e164).startsWith(NORTH_AMERICA);
    if (isContradicted) increment(this.#types, lineType);
    if (isShared) this.#shared += 1;
    if (!isContradicted && !isShared) return line;
    return { ...line, ...(isContradicted ? { lineType } : {}), ...(isShared ? { isShared } : {}) };
  }

  found(): Pick<ImportReport, 'typeDoubts' | 'sharedLines'> {
    const typeDoubts = [...this.#types].map(([lineType, count]) => ({ lineType, count }));
    return {
      ...(typeDoubts.length > 0 ? { typeDoubts } : {}),
      ...(this.#shared > 0 ? { sharedLines: this.#shared } : {}),
    };
  }
}

/** Calling code of the United States, Canada and others, with toll-free ranges in common. */
export const NORTH_AMERICA = '1';

/** Whether a kind of line does not contradict a number type. */
export function fitsType(lineType: number, type: number): boolean {
  const allowed: readonly number[] | undefined = LINE_TYPES_OF[type];
  return allowed === undefined || lineType === LINE_TYPE.UNKNOWN || allowed.includes(lineType);
}

/** Kinds of line that fit a number type; other number types fit every kind. */
const LINE_TYPES_OF: Readonly<Record<number, readonly LineType[]>> = {
  [numberType.is.mobile]: [LINE_TYPE.MOBILE, LINE_TYPE.FIXED_LINE_OR_MOBILE],
  [numberType.is.local]: [LINE_TYPE.FIXED_LINE, LINE_TYPE.FIXED_LINE_OR_MOBILE, LINE_TYPE.VOIP],
  [numberType.is.tollFree]: [LINE_TYPE.TOLL_FREE],
};

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const mostFrequent = (counts: ReadonlyMap<string, number>): { countryCode: string; count: number }[] =>
  [...counts]
    .map(([countryCode, count]) => ({ countryCode, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, COUNTRIES);
