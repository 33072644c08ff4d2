import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey device in memory: one P-256 key, no attestation (WebAuthn §6). Every part of an answer can be bent. */
export interface SoftAuthenticator {
  id: string;
  /** Answer to `navigator.credentials.create` with these options, at this origin. */
  create(options: CreationOptions, origin: string): object;
  /** Answer to `navigator.credentials.get`. `counter` defaults to one more than last time. */
  get(options: { challenge: string; rpId?: string }, origin: string, counter?: number, bent?: Bent): object;
}

/** What a device may say otherwise. */
interface Bent {
  /** It has asked for no finger, face or code. */
  unverified?: true;
  /** Whose key it says it is, as the id of the person. */
  owner?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const b64 = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** CBOR of the few shapes needed (RFC 8949). */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number): Buffer => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])]);
}

export function createAuthenticator(): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = b64(credentialId);
  let count = 0;
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, flags: number, counter: number, rest: Buffer = Buffer.alloc(0)): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number, rest]);
  };
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  return {
    id,
    create({ challenge, rp }, origin) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      // User present, user verified, key included.
      const data = authData(rp.id ?? '', 0x45, 0, credential);
      const object = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      return answer({
        clientDataJSON: b64(clientData('webauthn.create', challenge, origin)),
        attestationObject: b64(object),
        transports: ['internal'],
      });
    },
    get({ challenge, rpId = '' }, origin, counter, { unverified, owner } = {}) {
      count = counter ?? count + 1;
      const client = clientData('webauthn.get', challenge, origin);
      const data = authData(rpId, unverified ? 0x01 : 0x05, count);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const userHandle = owner === undefined ? {} : { userHandle: b64(Buffer.from(owner.replaceAll('-', ''), 'hex')) };
      return answer({ clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature), ...userHandle });
    },
  };
}
