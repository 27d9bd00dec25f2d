import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A security key without hardware: real keys, real signatures, the bytes of WebAuthn. */
export interface Authenticator {
  readonly credentialId: string;
  /** Answers `navigator.credentials.create`. */
  create(options: Record<string, unknown>, origin: string): Record<string, unknown>;
  /** Answers `navigator.credentials.get`; `verified` is whether it knew its owner. */
  get(options: Record<string, unknown>, origin: string, more?: { verified?: boolean }): Record<string, unknown>;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

export function authenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let count = 0;

  const authData = (host: string, flags: number, credential: Buffer = Buffer.alloc(0)) => {
    count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, credential]);
  };
  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Record<string, Buffer>) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  });

  return {
    credentialId,
    create(options, origin) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const flags = USER_PRESENT | USER_VERIFIED | WITH_CREDENTIAL;
      const host = (options['rp'] as { id: string }).id;
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(host, flags, credential)],
        ]),
      );
      return answer({
        clientDataJSON: clientData('webauthn.create', options['challenge'], origin),
        attestationObject: attestation,
      });
    },
    get(options, origin, { verified = true } = {}) {
      const data = authData(String(options['rpId']), USER_PRESENT | (verified ? USER_VERIFIED : 0));
      const client = clientData('webauthn.get', options['challenge'], origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({ clientDataJSON: client, authenticatorData: data, signature });
    },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** An ES256 key as COSE writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const entries: [number, unknown][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x ?? '', 'base64url')],
    [-3, Buffer.from(y ?? '', 'base64url')],
  ];
  return cbor(new Map<unknown, unknown>(entries));
}

/** As much of CBOR as an attestation needs: integers, bytes, text, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
