import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type LicenceContent, licenceContent, signLicence } from '@postern/contract/licence-file';

/** `postern licence keygen` and `issue --key`: for those who issue licences to others. Touches no installation. */

export const LICENCE_USAGE = `postern licence keygen --out FILE      make a key pair: the private key goes into FILE, the public one is printed
postern licence issue --key FILE --corporation NAME --expires YYYY-MM-DD|never [--edition enterprise] [--assets N]
                      [--grace DAYS] [--subscription ID] [--remark TEXT] [--out FILE]
`;
const EX_USAGE = 64;
const DEFAULT_GRACE = 7;

/** A key pair for signing licences: private as PEM, public as base64 of its DER form. */
export function makeKeyPair(): { privateKey: string; publicKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

const OPTIONS = Object.fromEntries(
  ['key', 'corporation', 'expires', 'edition', 'assets', 'grace', 'subscription', 'remark', 'out'].map((name) => [
    name,
    { type: 'string' },
  ]),
) as Record<string, { type: 'string' }>;

/** The end of a day written as a date, or the moment that is written; null for `never`. */
function endOf(text: string): string | null {
  if (text === 'never') return null;
  const written = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text;
  return Number.isNaN(Date.parse(written)) ? text : new Date(written).toISOString();
}

function contentOf(given: Readonly<Record<string, string | undefined>>): LicenceContent {
  return {
    serial_no: randomUUID(),
    subscription_id: given.subscription ?? '',
    edition: given.edition ?? 'enterprise',
    corporation: given.corporation ?? '',
    date_issued: new Date().toISOString(),
    date_expired: endOf(given.expires ?? ''),
    grace_days: given.grace === undefined ? DEFAULT_GRACE : Number(given.grace),
    asset_count: given.assets === undefined ? null : Number(given.assets),
    remark: given.remark ?? '',
  };
}

/**
 * Runs `postern licence` with what follows it.
 * @returns exit code
 */
export async function licenceCommand(argv: readonly string[], print: (line: string) => void): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS });
  const given = values as Record<string, string | undefined>;
  if (positionals[0] === 'keygen' && given.out) {
    const { privateKey, publicKey } = makeKeyPair();
    // `wx`: a key that is already there is never written over.
    await writeFile(given.out, privateKey, { mode: 0o600, flag: 'wx' });
    print(publicKey);
    return 0;
  }
  if (positionals[0] === 'issue' && given.key && given.corporation && given.expires) {
    const content = licenceContent.safeParse(contentOf(given));
    if (!content.success) {
      for (const issue of content.error.issues) process.stderr.write(`${issue.path.join('.')}: ${issue.message}\n`);
      return EX_USAGE;
    }
    const licence = signLicence(content.data, await readFile(given.key, 'utf8'));
    if (given.out) await writeFile(given.out, licence, { flag: 'wx' });
    else print(licence.trimEnd());
    return 0;
  }
  process.stderr.write(LICENCE_USAGE);
  return EX_USAGE;
}
