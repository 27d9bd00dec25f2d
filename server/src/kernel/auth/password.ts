import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { authErrors } from './errors.ts';

/**
 * Passwords reach the server as SHA-256 hex, never as typed text. Stored is argon2id of that digest: 19 MiB and two passes keep a guess
 * above 40 ms on one core, with four in memory at a time (the size of Node's thread pool).
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const DIGEST = /^[0-9a-f]{64}$/i;
const argon2Async = promisify(argon2);

/** How many hashes were computed since the start; tests and metrics count work with it, not time. */
export const passwordWork = { runs: 0 };

/** Returns the digest of a password as the console sends it; a digest stays unchanged. */
export const digestOf = (password: string): string =>
  DIGEST.test(password) ? password.toLowerCase() : createHash('sha256').update(password, 'utf8').digest('hex');

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash` of a typed password or its digest. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await run(digestOf(password), salt, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(hash)}`;
}

/** Returns the placeholder of a missing password: no password matches it. */
export const noPassword = (): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(randomBytes(SALT_BYTES))}$${text(randomBytes(COST.tagLength))}`;

/**
 * Whether a typed password (or its digest) matches the stored hash. Without a stored hash (unknown account) the same
 * work is done with a dummy, so that the answer takes the same time.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const { salt, hash, cost } = parse(stored ?? DUMMY) ?? fail(stored);
  const computed = await run(digestOf(password), salt, cost);
  return timingSafeEqual(computed, hash) && stored !== null;
}

/** Refuses a typed password that is too easy. A digest passes, since it hides the password. */
export function checkPassword(password: string): void {
  if (DIGEST.test(password)) return;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length < 8 || kinds < 2) throw authErrors.PASSWORD_WEAK();
}

const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password: 80 bits in four groups that are easy to read out and type. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('')).join(
    '-',
  );

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

async function run(digest: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  passwordWork.runs += 1;
  return Buffer.from(await argon2Async('argon2id', { message: digest, nonce: salt, ...cost }));
}

const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const DUMMY = noPassword();

function parse(stored: string): { salt: Buffer; hash: Buffer; cost: Cost } | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!match) return undefined;
  const hash = Buffer.from(match[5] ?? '', 'base64');
  const cost = {
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    tagLength: hash.length,
  };
  return { salt: Buffer.from(match[4] ?? '', 'base64'), hash, cost };
}

function fail(stored: string | null): never {
  throw new Error(`A stored password is in no known format (${stored?.length ?? 0} characters)`);
}
