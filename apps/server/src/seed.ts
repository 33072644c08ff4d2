import { randomBytes } from 'node:crypto';
import { createAdministrator, hasAdministrator } from './features/users/index.ts';
import type { Feature } from './platform/feature.ts';
import type { Platform } from './platform/platform.ts';
import { bindingDeps } from './role-bindings.ts';

/** Brings the rows that every installation has up to date. */
export async function seed(platform: Platform, { features }: { features: readonly Feature[] }): Promise<void> {
  for (const feature of features) {
    const { seed: write } = feature;
    if (write) await platform.asSystem('seed', (ctx) => write(ctx));
  }
}

/**
 * Makes the administrator of an empty installation.
 * @param wanted password chosen by the operator; a random one otherwise
 * @returns the password when the account was made now, undefined when there is an administrator already
 */
export async function firstAdministrator(platform: Platform, wanted: string | undefined): Promise<string | undefined> {
  const password = wanted ?? randomBytes(15).toString('base64url');
  const made = await platform.asSystem('first administrator', async (ctx) => {
    if (await hasAdministrator(ctx)) return false;
    return createAdministrator(ctx, bindingDeps(platform), password);
  });
  return made ? password : undefined;
}
