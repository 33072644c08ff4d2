import type { LicenceContent } from '@postern/contract/licence-file';
import type { Context } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { createLicence, LICENCE_ROW, type Licence, type LicenceState, OWN_KEY_ROW, REMOVED_ROW, TEST_KEY_ROW } from './licence-store.ts';

/** What is in the database, which is newer than what this process remembers. */
export interface StoredLicence extends LicenceState {
  removed: boolean;
  /** Licences of a throw-away key are believed here. */
  testInstallation: boolean;
}

/** Reads the licence in place under a lock, so that of two changes at once the second sees the first. */
export async function lockedLicence(ctx: Context, { vendorKeys }: Pick<Licence, 'vendorKeys'>): Promise<StoredLicence> {
  await lockByName(ctx.tx, 'licence');
  const rows = await ctx.tx
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [LICENCE_ROW, TEST_KEY_ROW, OWN_KEY_ROW, REMOVED_ROW])
    .execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const state = createLicence({ stored: (name) => values.get(name) }, vendorKeys).state(ctx.clock());
  return { ...state, removed: Boolean(values.get(REMOVED_ROW)), testInstallation: Boolean(values.get(TEST_KEY_ROW)) };
}

/** Takes the licence away, for good: no start issues another one. */
export async function clearLicence(ctx: Context, settings: SettingsStore, current: LicenceContent): Promise<void> {
  await settings.set(ctx, { [LICENCE_ROW]: null, [REMOVED_ROW]: ctx.clock().toISOString() });
  auditLicence(ctx, 'delete', current);
}

const describe = (content: LicenceContent | undefined): string =>
  content
    ? `${content.edition}, ${content.corporation}, ${content.serial_no}, ${content.date_expired ?? '∞'}, ${content.asset_count ?? '∞'}`
    : '';

export function auditLicence(ctx: Context, action: 'create' | 'update' | 'delete', before?: LicenceContent, after?: LicenceContent): void {
  ctx.audit({
    action,
    resourceType: 'license',
    resourceId: (after ?? before)?.serial_no ?? '',
    resource: (after ?? before)?.corporation ?? '',
    changes: [{ field: 'license', before: describe(before), after: describe(after) }],
  });
}
