import { digestOf } from '../../kernel/auth/password.ts';

/**
 * Passwords that obey every rule and are still tried first. The server sees digests only, so it compares digests; a word
 * here stands for itself, capitalised, and with the endings people add.
 */
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

let digests: ReadonlySet<string> | undefined;

/** Whether the digest is that of a common password, or of the account's own name with a common ending. */
export function isCommonPassword(digest: string, account: string): boolean {
  digests ??= new Set(words.flatMap(variants));
  return digests.has(digest) || variants(account).includes(digest);
}

const variants = (word: string): string[] =>
  [...new Set([word, word.toLowerCase(), word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()])].flatMap(
    (spelt) => endings.map((ending) => digestOf(spelt + ending)),
  );
