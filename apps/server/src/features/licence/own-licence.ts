import { randomUUID } from 'node:crypto';
import { type LicenceContent, signLicence } from '@postern/contract/licence-file';
import type { Context } from '@postern/resource';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { LICENCE_ROW, type Licence, OWN_KEY_ROW, REMOVED_ROW } from './licence-store.ts';
import { publicHalf } from './own-key.ts';
import { auditLicence, clearLicence, lockedLicence } from './stored-licence.ts';

/** Characters a licence's name may have. */
export const MOST_NAME = 128;

export interface OwnLicenceDeps {
  licence: Licence;
  settings: SettingsStore;
  /** The installation's private key (PEM); made when it is asked for the first time. */
  key(): Promise<string>;
}

/** Why an installation does not issue. */
export type OwnRefusal = 'vendor' | 'foreign';

/**
 * Issues the installation its own licence: everything, for any number of assets, without an end. Replaces its former one.
 * @returns the licence, or why not: the build has a vendor, or somebody else's licence is in place
 */
export async function issueOwn(ctx: Context, deps: OwnLicenceDeps, name: string): Promise<LicenceContent | OwnRefusal> {
  const { licence, settings } = deps;
  if (licence.vendorKeys.length) return 'vendor';
  const { content: current, own } = await lockedLicence(ctx, licence);
  if (current && !own) return 'foreign';
  const content: LicenceContent = {
    serial_no: current?.serial_no ?? randomUUID(),
    subscription_id: '',
    edition: 'enterprise',
    corporation: name,
    date_issued: ctx.clock().toISOString(),
    date_expired: null,
    grace_days: 0,
    asset_count: null,
    remark: '',
  };
  const key = await deps.key();
  await settings.set(ctx, { [LICENCE_ROW]: signLicence(content, key), [OWN_KEY_ROW]: publicHalf(key), [REMOVED_ROW]: null });
  auditLicence(ctx, current ? 'update' : 'create', current, content);
  return content;
}

/**
 * At a start: an installation that has no licence it can believe gets its own, unless somebody removed theirs, it is a test
 * installation, or the build has a vendor.
 */
export async function issueAtStart(ctx: Context, deps: OwnLicenceDeps, name: string): Promise<void> {
  // Two nodes that start at once: the second finds the licence of the first.
  const { content, removed, testInstallation } = await lockedLicence(ctx, deps.licence);
  if (!content && !removed && !testInstallation) await issueOwn(ctx, deps, name);
}

export type Removal = 'removed' | 'none';

/** Takes away the licence in place, whoever issued it. */
export async function removeLicence(ctx: Context, { licence, settings }: OwnLicenceDeps): Promise<Removal> {
  const { content } = await lockedLicence(ctx, licence);
  if (!content) return 'none';
  await clearLicence(ctx, settings, content);
  return 'removed';
}
