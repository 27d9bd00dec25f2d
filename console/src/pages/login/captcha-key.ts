import { sha256 } from '@noble/hashes/sha2.js';
import type { DeriveKeyFunction } from 'altcha-lib/types';

/** Computes one trial. Does not use the browser's own hashing, which exists only on secure origins. */
export const deriveKey: DeriveKeyFunction = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== 'SHA-256') throw new Error(`a captcha asks for ${algorithm}`);
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let key = sha256(first);
  for (let round = 1; round < cost; round += 1) key = sha256(key);
  return { derivedKey: key.subarray(0, keyLength) };
};
