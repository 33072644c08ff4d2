import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type LicenceContent, signLicence } from '@postern/contract/licence-file';

/** Throw-away licences: the key is made in the test and dies with it. */
export interface TestVendor {
  /** For `POSTERN_TEST_LICENCE_KEY`. */
  publicKey: string;
  /** A licence file for a year, without a limit; `change` says what differs. */
  issue(change?: Partial<LicenceContent>): string;
}

const DAY_MS = 86_400_000;
/** A moment so many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

export function createVendor(): TestVendor {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    issue: (change = {}) =>
      signLicence(
        {
          serial_no: randomUUID(),
          subscription_id: 'sub-1',
          edition: 'enterprise',
          corporation: 'Harbour Works',
          date_issued: inDays(0),
          date_expired: inDays(365),
          grace_days: 7,
          asset_count: null,
          remark: '',
          ...change,
        },
        pem,
      ),
  };
}
