import type { Log } from '@postern/resource';
import { readSettings, type Settings } from '../src/platform/config/settings.ts';
import { createPlatform, type Platform } from '../src/platform/platform.ts';
import { type Keyring, keyringOf } from '../src/platform/secrets/keyring.ts';

export const ADMIN_PASSWORD = 'Keeper-of-the-gate-1!';
export const BOOTSTRAP_TOKEN = 'bootstrap-token-of-the-tests';
/** What the gateway of the same machine shows. */
export const LOCAL_PROOF = 'proof that this is the gateway of this machine';
/** Database that every suite copies. */
export const TEMPLATE = 'postern_template';
export const MASTER_KEY = 'master-key-of-the-tests-and-of-nothing-else';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** POSTERN_TEST_LOG=1 shows what the servers under test say. */
const loud = {
  debug() {},
  info: (details: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`),
  warn: (details: object, message: string) => process.stderr.write(`WARN ${message} ${JSON.stringify(details)}\n`),
  error: (details: object, message: string) =>
    process.stderr.write(
      `ERROR ${message} ${'err' in details && details.err instanceof Error ? details.err.stack : JSON.stringify(details)}\n`,
    ),
};

export interface TestPlatformOptions {
  settings?: Partial<Settings>;
  keyring?: Keyring;
  /** Takes what the server says; nobody listens otherwise. */
  log?: Log;
}

/** A real platform over a database of its own; only keys and tokens are known beforehand. */
export function testPlatform(
  databaseUrl: string,
  dataDir: string,
  { settings = {}, keyring = keyringOf([MASTER_KEY]), log = process.env.POSTERN_TEST_LOG ? loud : silent }: TestPlatformOptions = {},
): Platform {
  return createPlatform({
    settings: { ...readSettings({}), dataDir, timeZone: 'Asia/Shanghai', databasePool: 8, localProof: LOCAL_PROOF, ...settings },
    databaseUrl,
    keyring,
    bootstrapToken: BOOTSTRAP_TOKEN,
    log,
    name: 'postern test',
  });
}
