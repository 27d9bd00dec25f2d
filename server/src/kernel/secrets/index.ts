import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
export const secretErrors = defineErrors({
  SECRET_UNREADABLE: {
    status: 500,
    zh: '加密数据无法读取，请联系管理员检查 SECRET_KEY',
    en: 'Encrypted data cannot be read; an administrator must check SECRET_KEY',
    report: true,
  },
});

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = '1';
const FILE = 'secret.key';

/**
 * Seals secrets, so that a copy of the database without the installation's key reveals none. `purpose` binds a value to its use and row: it
 * cannot be opened under another.
 */
export interface Secrets {
  seal(text: string, purpose: string): string;
  /** @throws SECRET_UNREADABLE when it was sealed with another key, for another purpose, or was altered */
  open(sealed: string, purpose: string): string;
  /** Returns the stored form of a short secret that is only compared: hex, useless for guessing without the key. */
  digest(text: string, purpose: string): string;
}

/** The key of the setting, else of `secret.key` in the data directory, which the first start writes. */
export async function openSecrets(options: { key: Buffer | undefined; dataDir: string }): Promise<Secrets> {
  return secretsOf(options.key ?? (await keyOfFile(options.dataDir)));
}

/** Thirty-two bytes as 64 hex digits or as base64; undefined for anything else. */
export function readKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
  return bytes?.length === KEY_BYTES ? bytes : undefined;
}

async function keyOfFile(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, FILE);
  if (!existsSync(file)) await writeKey(dataDir, file);
  const key = readKey((await readFile(file, 'utf8')).trim());
  if (!key) throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes (64 hex digits)`);
  return key;
}

/** Of processes that start at once one gives its key the name, and all find it there whole. */
async function writeKey(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}

function secretsOf(key: Buffer): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `trade-assistant ${use}`, KEY_BYTES));
  const [sealing, comparing] = [derive('sealing'), derive('comparing')];
  const keyId = createHash('sha256').update(sealing).digest('base64url').slice(0, 8);
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${keyId}.${sealed.toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [version, id, content] = sealed.split('.');
      if (version !== VERSION || id !== keyId || !content) throw secretErrors.SECRET_UNREADABLE();
      const bytes = Buffer.from(content, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        throw secretErrors.SECRET_UNREADABLE();
      }
    },
    digest: (text, purpose) => createHmac('sha256', comparing).update(`${purpose}\n${text}`).digest('hex'),
  };
}
