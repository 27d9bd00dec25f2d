import { setImmediate } from 'node:timers/promises';
import { digestOf } from '../../../../kernel/auth/password.ts';

/** Passwords likely to be tried first against this product, with common spellings and endings. */
const words = [
  ...[
    'password',
    'passw0rd',
    'p@ssword',
    'p@ssw0rd',
    'pass',
    'admin',
    'administrator',
    'root',
    'user',
    'test',
    'guest',
  ],
  ...['welcome', 'letmein', 'login', 'master', 'manager', 'change', 'changeme', 'secret', 'hello', 'monkey', 'dragon'],
  ...['qwerty', 'qwertyuiop', 'asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', 'qazwsx', '1qaz2wsx', '1q2w3e4r', 'q1w2e3r4'],
  ...[
    'abc',
    'abcd',
    'abcdef',
    'abcdefg',
    'a',
    'aa',
    'aaa',
    'q',
    'qq',
    'qwe',
    'asd',
    'zxc',
    'iloveyou',
    'woaini',
    'wodemima',
  ],
  ...[
    'superman',
    'football',
    'baseball',
    'summer',
    'winter',
    'spring',
    'autumn',
    'company',
    'office',
    'whatsapp',
    'telegram',
  ],
];
const endings = [
  ...[
    '',
    '1',
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    '1234567',
    '12345678',
    '123456789',
    '321',
    '520',
    '1314',
    '5201314',
  ],
  ...[
    '!',
    '@',
    '1!',
    '123!',
    '@123',
    '#123',
    '!@#',
    '!@#$',
    '888',
    '666',
    '8888',
    '6666',
    '88888888',
    '000',
    '111',
    '001',
  ],
  ...['2020', '2021', '2022', '2023', '2024', '2025', '2026', '@2024', '@2025', '@2026', '.', '_1', '-1'],
];

/** How many of the most frequent passwords are also checked with endings that satisfy the password rules. */
const EXTENDED = 5000;
const EXTENSIONS = ['1', '123', '!'];
const AT_ONCE = 2000;

let known: Promise<Float64Array> | undefined;

/**
 * Whether a digest belongs to a common password: one of the zxcvbn list (about 50,000 leaked passwords), one of our
 * own words, or the account's name with a common ending. The console sends only digests, so digests are compared; a
 * password sent as typed is checked by its digest too.
 */
export async function isCommonPassword(digest: string, account: string): Promise<boolean> {
  known ??= commonDigests();
  return variants(account).includes(digest) || holds(await known, startOf(digest));
}

/** The first 48 bits of each digest, sorted: one megabyte instead of ten. */
async function commonDigests(): Promise<Float64Array> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const found = words.flatMap(variants).map(startOf);
  for (const [index, password] of dictionary['passwords-common'].entries()) {
    for (const spelt of new Set([password, capitalised(password)]))
      for (const ending of ['', ...(index < EXTENDED ? EXTENSIONS : [])]) found.push(startOf(digestOf(spelt + ending)));
    // Let other requests run meanwhile.
    if (index % AT_ONCE === 0) await setImmediate();
  }
  return Float64Array.from(found).sort();
}

const startOf = (digest: string): number => Number.parseInt(digest.slice(0, 12), 16);

function holds(sorted: Float64Array, wanted: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === wanted;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const variants = (word: string): string[] =>
  [...new Set([word, word.toLowerCase(), capitalised(word), word.toUpperCase()])].flatMap((spelt) =>
    endings.map((ending) => digestOf(spelt + ending)),
  );
