import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const BRAZIL = /^55(\d{2})(9?)([6-9]\d{7})$/;
const MEXICO = /^52(1?)(\d{10})$/;
const ARGENTINA = /^54(9?)(\d{10})$/;

/**
 * Returns a number in every form in which networks write it, itself first. Brazilian mobiles have a ninth digit, Mexican ones a 1 and
 * Argentine ones a 9 behind the country code, or not: WhatsApp answers from another form than the one that was written to.
 */
export function formsOf(e164: bigint): readonly bigint[] {
  if (!hasTwoForms(Number(e164))) return [e164];
  const digits = String(e164);
  const other =
    swapped(BRAZIL, digits, (area, nine, rest) => `55${area}${nine ? '' : '9'}${rest}`) ??
    swapped(MEXICO, digits, (one, rest) => `52${one ? '' : '1'}${rest}`) ??
    swapped(ARGENTINA, digits, (nine, rest) => `54${nine ? '' : '9'}${rest}`);
  return other === undefined ? [e164] : [e164, BigInt(other)];
}

/** Whether a number may have another form: 12 or 13 digits that begin with 52, 54 or 55. Lists of a million numbers ask this of each. */
function hasTwoForms(number: number): boolean {
  const country = Math.floor(number / (number < 1e12 ? 1e10 : 1e11));
  return country === 52 || country === 54 || country === 55;
}

/** Returns the form by which a number is counted and compared, the same for all its forms: the shortest. */
export const countedForm = (e164: bigint): bigint => {
  const [own, other = own] = formsOf(e164);
  return other !== undefined && other < e164 ? other : e164;
};

/** Returns the condition that a column has a number, in whatever form. */
export const hasNumber = (column: SQLWrapper, e164: bigint): SQL => {
  const forms = formsOf(e164);
  return forms.length === 1
    ? sql`${column} = ${e164}`
    : sql`${column} = any(${sql.param(forms.map(String))}::bigint[])`;
};

const swapped = (form: RegExp, digits: string, write: (...parts: string[]) => string): string | undefined => {
  const found = form.exec(digits);
  return found ? write(...found.slice(1)) : undefined;
};
