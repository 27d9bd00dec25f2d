/**
 * Returns the SHA-256 of a password as lower-case hex, which is sent instead of the password. Browsers offer it only on
 * secure origins; on plain http addresses of a LAN a library computes it, loaded when needed.
 */
export async function digestOf(
  password: string,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<string> {
  const bytes = new TextEncoder().encode(password);
  const hash = subtle
    ? new Uint8Array(await subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes);
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
