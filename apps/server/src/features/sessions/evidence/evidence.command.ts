import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Platform } from '../../../platform/platform.ts';
import { evidenceKey } from './bundle.ts';
import { publicHalf } from './manifest.ts';
import { readExpected, verifyBundle } from './verify-bundle.ts';

export const EVIDENCE_USAGE = `postern evidence verify <file>         check a bundle: signature, digests, chain; needs neither the database nor the product
    --key KEY                         who has to have signed it: a fingerprint, a public key, or a file with one
postern evidence confirm <file>        hold a recording that somebody kept, a bundle or a file that was moved, against the digests that outlive
    --chain FILE                      the clean-up; with the recording's own chain also one that was packed anew
postern evidence key                  print the public key that signs bundles, and its fingerprint`;

type Print = (line: string) => void;

/** What was given, or what is in the file that it names. */
async function expectedOf(given: string) {
  return readExpected(given) ?? readExpected(await readFile(given, 'utf8').catch(() => ''));
}

/**
 * `postern evidence verify`: says of each part whether it holds.
 * @returns 0 when all of it does, 1 when something does not, undefined for wrong usage
 */
export async function evidenceVerifyCommand(argv: readonly string[], print: Print): Promise<number | undefined> {
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: { key: { type: 'string' } } });
  const [path] = positionals;
  if (!path || positionals.length > 1) return undefined;
  const expected = values.key === undefined ? undefined : await expectedOf(values.key);
  if (values.key !== undefined && !expected) {
    print('BROKEN: --key is neither a fingerprint nor an Ed25519 public key, nor a file with one');
    return 1;
  }
  const findings = await verifyBundle(path, expected);
  for (const { part, holds, says } of findings) print(`${part}: ${holds ? '' : 'BROKEN: '}${says}`);
  const whole = findings.every(({ holds }) => holds);
  if (whole && !expected) print('WARNING: whose key that is was not checked: compare the fingerprint, or give --key.');
  print(whole ? 'The bundle is whole.' : 'The bundle is BROKEN.');
  return whole ? 0 : 1;
}

/** `postern evidence key`: the public half, for whoever checks bundles elsewhere. */
export async function evidenceKeyCommand({ asSystem, systemSettings }: Pick<Platform, 'asSystem' | 'systemSettings'>, print: Print) {
  const { public: key, fingerprint } = publicHalf(await asSystem('prints the key of evidence', (ctx) => evidenceKey(ctx, systemSettings)));
  print(`-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`);
  print(`SHA-256 ${fingerprint}`);
  return 0;
}
