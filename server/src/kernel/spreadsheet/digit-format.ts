/** The text a cell shows for a number; undefined for a number the format does not show as digits (negative, or with decimals). */
export type DigitFormat = (value: number) => string | undefined;

// Quoted text, an escaped character, a placeholder of a character, a colour or condition, a digit, a sign, any other
// character.
const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]|([0#?])|([-+() ])|(.)/gs;

/**
 * A number format of nothing but digits and the signs between them, as telephone numbers and codes have: `000`, `"+"0`,
 * `000-0000-0000`. Undefined for the other formats, and for plain `0`.
 */
export function digitFormat(code: string): DigitFormat | undefined {
  const parts: { readonly text: string; readonly isDigit: boolean; readonly isZero: boolean }[] = [];
  const [section = ''] = /^(?:"[^"]*"|\\.|[^;])*/s.exec(code) ?? [];
  for (const [, quoted, escaped, digit, sign, other] of section.matchAll(TOKEN)) {
    if (other !== undefined) return undefined;
    const text = quoted ?? escaped ?? digit ?? sign ?? '';
    if (text !== '') parts.push({ text, isDigit: digit !== undefined, isZero: digit === '0' });
  }
  const digits = parts.filter(({ isDigit }) => isDigit);
  if (digits.length === 0 || (parts.length === 1 && digits[0]?.isZero)) return undefined;
  const zeros = digits.filter(({ isZero }) => isZero).length;
  return (value) => {
    if (!Number.isSafeInteger(value) || value < 0) return undefined;
    let rest = String(value).padStart(zeros, '0');
    let places = digits.length;
    // From the right; digits beyond the format go where its first digit is.
    return parts.reduceRight((shown, { text, isDigit }) => {
      if (!isDigit) return text + shown;
      places -= 1;
      const taken = places === 0 ? rest : rest.slice(-1);
      rest = rest.slice(0, rest.length - taken.length);
      return taken + shown;
    }, '');
  };
}
