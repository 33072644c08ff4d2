import { createHash, createHmac, randomBytes, X509Certificate } from 'node:crypto';
import { accountKey, rc4, readPairs } from '../src/features/automations/methods/winrm-ntlm.ts';
import type { WindowsMachine } from './windows-machine.ts';

const FLAGS = 0xe088_8235 >>> 0;
const SEAL = 0x20;
const MAGIC = Buffer.from('NTLMSSP\0', 'latin1');
const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => createHmac('md5', key).update(Buffer.concat(parts)).digest();

/** Server side of NTLM on one connection. */
export interface Negotiation {
  first: Buffer;
  challenge: Buffer;
}

/** The answer to the first message of NTLM, and what has to be known of it later. */
export function challengeFor(first: Buffer, machine: WindowsMachine): Negotiation {
  const pair = (kind: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(kind);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  };
  const name = Buffer.from('WINBOX', 'utf16le');
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + 116_444_736_000_000_000n);
  const info = Buffer.concat([pair(2, name), pair(1, name), pair(7, time), pair(0, Buffer.alloc(0))]);
  const head = Buffer.alloc(48);
  MAGIC.copy(head);
  head.writeUInt32LE(2, 8);
  head.writeUInt32LE((machine.faults.noSealing ? FLAGS & ~SEAL : FLAGS) >>> 0, 20);
  randomBytes(8).copy(head, 24);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(head.length, 44);
  return { first, challenge: Buffer.concat([head, info]) };
}

/** RFC 5929 `tls-server-end-point`, in the structure of RFC 2743 with empty addresses. */
function bindingOf(certificate: string): Buffer {
  const digest = Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex');
  const data = Buffer.concat([Buffer.from('tls-server-end-point:'), digest]);
  const structure = Buffer.concat([Buffer.alloc(16), Buffer.from([data.length, 0, 0, 0]), data]);
  return createHash('md5').update(structure).digest();
}

/** @returns who it is and the key of the session; undefined when the proof is wrong */
export function proven(
  { first, challenge }: Negotiation,
  message: Buffer,
  machine: WindowsMachine,
  certificate: string | undefined,
): { user: string; key: Buffer } | undefined {
  const field = (at: number): Buffer =>
    message.subarray(message.readUInt32LE(at + 4), message.readUInt32LE(at + 4) + message.readUInt16LE(at));
  const [response, domain, user, sealedKey] = [field(20), field(28).toString('utf16le'), field(36).toString('utf16le'), field(52)];
  const password = machine.users.get(user)?.password;
  if (password === undefined) return undefined;
  const key = accountKey({ domain, username: user, password });
  const proof = hmac(key, challenge.subarray(24, 32), response.subarray(16));
  if (!proof.equals(response.subarray(0, 16))) return undefined;
  // Over TLS the login has to be tied to our certificate, as with extended protection switched on.
  const bound = readPairs(response.subarray(44))?.find(({ kind }) => kind === 10)?.value;
  if (certificate && !bound?.equals(bindingOf(certificate))) return undefined;
  const exported = rc4(hmac(key, proof))(sealedKey);
  const without = Buffer.from(message);
  without.fill(0, 72, 88);
  return hmac(exported, first, challenge, without).equals(message.subarray(72, 88)) ? { user, key: exported } : undefined;
}
