const MIN_LENGTH = 8;
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUN = 4;
const YEAR = /(?:19|20)\d{2}/g;

/** 0 refused, 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * Returns how hard a password is to guess, as a hint. 0: the server would refuse it, shorter than eight characters or
 * of one kind only. Length counts most; repeats, years and neighbouring keys count as one character.
 */
export function strengthOf(password: string): Strength {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (password.length < MIN_LENGTH || kinds < 2) return 0;
  const score = effectiveLength(password) + (kinds - 2) * 2;
  return score < 8 ? 1 : score < 11 ? 2 : score < 15 ? 3 : 4;
}

/** Returns the number of characters that do not follow from those before. */
function effectiveLength(password: string): number {
  const text = password.toLowerCase().replace(YEAR, '0');
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isRepeat = at >= 2 && text[at] === text[at - 1] && text[at] === text[at - 2];
    const run = text.slice(Math.max(0, at - RUN + 1), at + 1);
    const isRow = run.length === RUN && ROWS.some((row) => row.includes(run) || row.includes(reversed(run)));
    if (!isRepeat && !isRow) length += 1;
  }
  return length;
}

const reversed = (text: string): string => [...text].reverse().join('');
