import { hash } from 'node:crypto';

/** A connection keeps every statement it has prepared, with its plan: at most this many texts are prepared. */
const NAMES_MAX = 300;
/** Texts are counted until they have a name. A list's filters can make any number of texts; the oldest are forgotten. */
const COUNTED_MAX = 1000;
/** A statement that ran this often will run again. */
const OFTEN = 10;
/** Statements with thousands of parameters are made for one occasion. */
const LENGTH_MAX = 20_000;

/** The name to prepare a text under. */
export const statementName = (text: string): string => `p_${hash('sha256', text, 'base64url').slice(0, 22)}`;

/** Which texts are sent so often that they are worth preparing. */
export class FrequentStatements {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Counts the statement. @returns its name if it is frequent; otherwise undefined: parsed and planned each time */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMES_MAX || text.length > LENGTH_MAX) return known;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text);
    if (count >= OFTEN) {
      const name = statementName(text);
      this.#names.set(text, name);
      return name;
    }
    this.#counts.set(text, count);
    if (this.#counts.size > COUNTED_MAX) this.#counts.delete(this.#counts.keys().next().value as string);
    return undefined;
  }
}
