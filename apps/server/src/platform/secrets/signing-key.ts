import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Context } from '@postern/resource';
import type { SettingsStore } from '../settings/store.ts';
import { lockKeys } from './signing-key.queries.ts';

/** Ed25519 keys of the installation, kept among the settings and encrypted by the master key, so that all nodes have the same and rotation keeps it. */

/** The private key under a name; undefined before its first use. */
export function knownSigningKey(settings: SettingsStore, name: string): KeyObject | undefined {
  const known = settings.stored(name);
  return typeof known === 'string' ? createPrivateKey(known) : undefined;
}

/** The private key under a name, made on first use. */
export async function ensureSigningKey(ctx: Context, settings: SettingsStore, name: string): Promise<KeyObject> {
  const known = knownSigningKey(settings, name);
  if (known) return known;
  // Two processes asking at once must agree on one key; the second reads what the first stored.
  await lockKeys(ctx);
  const stored = await ctx.tx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  if (stored) return createPrivateKey(String(JSON.parse(ctx.secrets.decrypt(String(stored.value)))));
  const { privateKey } = generateKeyPairSync('ed25519');
  await settings.set(ctx, { [name]: privateKey.export({ type: 'pkcs8', format: 'pem' }) }, { secret: true });
  return privateKey;
}
