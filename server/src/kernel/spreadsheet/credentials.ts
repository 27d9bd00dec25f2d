import { fileErrors } from './errors.ts';

/**
 * Refuses a file with account credentials as a whole, before any of its lines is stored.
 *
 * Credentials are: a line with three or more key-like segments between commas, bars, tabs, semicolons or `----`; one
 * segment that is a whole exported session; an account line `number----secret----secret`; the field names of the key
 * bundles and session files that messaging clients keep; browser cookies.
 *
 * Accepted are ordinary rows of names, prices, dates, links, order numbers and checksums. A segment is key-like
 * when it is long and mixes cases and digits like random base64, or is 64 hexadecimal digits or more.
 *
 * @param text one line, or many of them separated by line breaks
 * @param lineNoOf the number of each of them in the file
 * @throws CREDENTIAL_CONTENT with the first three lines
 */
export function refuseCredentials(text: string, lineNoOf: (index: number) => number = (index) => index + 1): void {
  if (!SUSPICIOUS.test(text)) return;
  const isNamed = FIELD_NAMES.test(text) || COOKIES.test(text);
  if (!isNamed && !LONG_SEGMENT.test(text) && !text.includes('----')) return;
  const found: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!isCredentialLine(line) && !(isNamed && (FIELD_NAMES.test(line) || COOKIES.test(line)))) continue;
    found.push(lineNoOf(index));
    if (found.length === LINES_NAMED) break;
  }
  if (found.length > 0) throw fileErrors.CREDENTIAL_CONTENT({ place: found.map((no) => `#${no}`).join(' ') });
  // A pattern across line breaks.
  if (isNamed) throw fileErrors.CREDENTIAL_CONTENT({ place: `#${lineNoOf(0)}` });
}

const LINES_NAMED = 3;

/**
 * Refuses an archive by the names in it: session files, the desktop client's `tdata`, key stores and browser profiles.
 *
 * @throws CREDENTIAL_CONTENT
 */
export function refuseCredentialName(name: string): void {
  if (FILE_NAMES.test(name)) throw fileErrors.CREDENTIAL_CONTENT({ place: name.slice(-NAME_SHOWN) });
}

/** Last characters of a refused name. */
const NAME_SHOWN = 60;
const LONGEST_HARMLESS_SEGMENT = 200;
const SEGMENTS_REFUSED = 3;

// One cheap look that lets pure number lists pass at once.
const SUSPICIOUS = /[A-Za-z]{3}|----|[A-Za-z0-9+/_-]{40}/;
const LONG_SEGMENT = /[A-Za-z0-9+/_-]{16}/;
const SEPARATORS = /----|[,|;\t]/;
const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
const HEXADECIMAL = /^(?:[0-9a-f]{64,}|[0-9A-F]{64,})$/;
const ACCOUNT_LINE = /^\s*\+?\d{7,15}\s*----/;

const FIELD_NAMES = new RegExp(
  [
    '\\b(?:noise_?key|signed_?identity_?key|signed_?pre_?key|adv_?secret_?key|pairing_?ephemeral_?key_?pair',
    '|client_?static_?keypair(?:_pwd_enc)?|wa_?secret_?bundle|wa_?token[12]|wa_?browser_?id|string_?session|session_?string',
    '|server_?token|auth_?key)\\b["\']?\\s*[:=,|]',
    '|["\'](?:enc_?key|mac_?key|dc_?id|app_?hash|api_?hash|identity_?key|private_?key|priv_?key|access_?token|refresh_?token)["\']\\s*:',
  ].join(''),
  'i',
);

const COOKIES = new RegExp(
  [
    '# (?:netscape )?http cookie file',
    '^(?:set-)?cookie\\s*:',
    '["\'](?:httpOnly|hostOnly|sameSite)["\']\\s*:',
    '^(?:#HttpOnly_)?\\.?[\\w.-]+\\t(?:TRUE|FALSE)\\t/[^\\t\\n]*\\t(?:TRUE|FALSE)\\t\\d+\\t[^\\t\\n]+\\t',
  ].join('|'),
  'im',
);

const FILE_NAMES = new RegExp(
  [
    '\\.session(?:-journal)?$',
    '(?:^|/)tdata(?:/|$)',
    '(?:^|/)(?:key_datas?|D877F783D5D3EF8C[^/]*)$',
    '(?:^|/)(?:creds|auth_info|pre-key-[^/]*|app-state-sync[^/]*|sender-key-[^/]*)(?:\\.json)?$',
    '(?:^|/)(?:axolotl|msgstore|wa)\\.db[^/]*$',
    '(?:^|/)keystore\\.xml$',
    '(?:^|/)cookies?(?:\\.(?:txt|json|sqlite))?$',
    '(?:^|/)(?:Login Data|Local State)$',
  ].join('|'),
  'i',
);

function isCredentialLine(line: string): boolean {
  if (ACCOUNT_LINE.test(line) && accountSecrets(line) >= 2) return true;
  let keys = 0;
  for (const segment of line.split(SEPARATORS)) {
    const text = segment.trim().replace(/^["']|["']$/g, '');
    if (text.length < 16 || !isKeyLike(text)) continue;
    if (text.length > LONGEST_HARMLESS_SEGMENT || ++keys >= SEGMENTS_REFUSED) return true;
  }
  return false;
}

function isKeyLike(text: string): boolean {
  if (HEXADECIMAL.test(text) && /[a-f]/i.test(text)) return true;
  if (!BASE64.test(text)) return false;
  if (text.endsWith('=')) return true;
  if (text.length < 20) return false;
  // Words and identifiers change between capitals, small letters and digits a few times; random base64 does so
  // throughout.
  let changes = 0;
  let before = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const group = code >= 97 ? 1 : code >= 65 ? 2 : code >= 48 && code <= 57 ? 3 : 4;
    if (group !== before) changes++;
    before = group;
  }
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text) && changes * 3 >= text.length;
}

// `number----note----note` may be an ordinary way to write columns; secrets have letters or digits and no spaces.
function accountSecrets(line: string): number {
  return line
    .split(/----+/)
    .slice(1)
    .filter((part) => /^\s*(?=.*[A-Za-z])(?=.*\d)\S{6,}\s*$/.test(part)).length;
}
