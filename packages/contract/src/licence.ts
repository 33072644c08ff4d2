import { TEXT_MESSAGE_SETTINGS } from './settings-of-text-messages.ts';
import { TICKET_SETTINGS } from './settings-of-tickets.ts';

/**
 * What needs a licence (decision 0036). This table is the only place that says so: the server refuses the
 * calls, the console drops the screens.
 */

export interface LicensedFeature {
  /** Route names of the console. A container takes all below it along. */
  screens?: readonly string[];
  /** Below `/api/v1/`: whatever begins like this. Reading and deleting stay free, so that what was made can be seen and cleared away. */
  api?: readonly string[];
  /** Settings that cannot be changed. */
  settings?: readonly string[];
}

export const LICENSED = {
  organisations: { screens: ['OrganizationList'], api: ['orgs/orgs/'], settings: ['GLOBAL_ORG_DISPLAY_NAME'] },
  roles: { screens: ['RoleList'], api: ['rbac/roles/', 'rbac/system-roles/', 'rbac/org-roles/'] },
  // Deciding what a rule has asked for stays free: nobody waits for want of a licence (decision 0046).
  tickets: {
    screens: ['tickets'],
    api: ['tickets/apply-asset-tickets/', 'tickets/flows/'],
    settings: ['TICKETS_ENABLED', ...Object.keys(TICKET_SETTINGS)],
  },
  accountGathering: { screens: ['AccountGatherList'], api: ['accounts/gather-account-automations/'] },
  secretChange: { screens: ['AccountChangeSecretList'], api: ['accounts/change-secret-automations/'] },
  cloudSync: { screens: ['CloudCenter'], api: ['xpack/cloud/'] },
  accountBackup: { screens: ['AccountBackupList'], api: ['accounts/account-backup-plans/', 'accounts/account-backup-plan-executions/'] },
  assetLoginRules: { screens: ['AssetAclList'], api: ['acls/login-asset-acls/'] },
  connectMethodRules: { screens: ['ConnectMethodAclList'], api: ['acls/connect-method-acls/'] },
  textMessages: { screens: ['SMS'], api: ['settings/sms/'], settings: Object.keys(TEXT_MESSAGE_SETTINGS) },
  branding: { screens: ['Interface'], api: ['xpack/interface/'] },
  helpLinks: { settings: ['HELP_DOCUMENT_URL', 'HELP_SUPPORT_URL'] },
} as const satisfies Record<string, LicensedFeature>;

const ALL: readonly LicensedFeature[] = Object.values(LICENSED);
const SCREENS = new Set(ALL.flatMap(({ screens = [] }) => screens));
const SETTING_KEYS = new Set(ALL.flatMap(({ settings = [] }) => settings));
const PATHS = ALL.flatMap(({ api = [] }) => api);
const GATED_METHODS = new Set(['POST', 'PUT', 'PATCH']);

export const screenNeedsLicence = (routeName: string): boolean => SCREENS.has(routeName);
export const settingNeedsLicence = (key: string): boolean => SETTING_KEYS.has(key);

/** @param path as the server's routes are written, with `/api/v1/` in front */
export function callNeedsLicence(method: string, path: string): boolean {
  return GATED_METHODS.has(method) && PATHS.some((start) => path.startsWith(`/api/v1/${start}`));
}

/** Types of assets that are not offered without a licence (docs/wire/assets.md#categories-and-types); what exists of them stays. */
export const LICENSED_TYPES: ReadonlySet<string> = new Set(['postgresql', 'oracle', 'sqlserver', 'clickhouse']);

/**
 * How an installation stands. `grace`: the date has passed and everything still works for the days the licence grants;
 * `expired` and `none` are community mode.
 */
export const STANDINGS = ['none', 'valid', 'expiring', 'grace', 'expired'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Days before the end from which people are told (docs/behaviour/start-and-views.md#banners). */
export const EXPIRY_WARNING_DAYS = 7;

/** How a licence without a limit says so: clients compare and calculate with a number (docs/wire/licence.md#detail). */
export const UNLIMITED_ASSETS = 2_147_483_647;

/** `GET xpack/license/detail`; from `standing` on, our own additions. */
export interface LicenceDetail {
  subscription_id: string | null;
  corporation: string | null;
  /** Null also for one without an end. */
  date_expired: string | null;
  /** Assets allowed: `UNLIMITED_ASSETS` where there is no limit; null without a licence. */
  asset_count: number | null;
  current_asset_count: number;
  edition: string | null;
  serial_no: string | null;
  remark: string | null;
  standing: Standing;
  /** Signed with the key of a test installation. */
  test: boolean;
  /** Issued by this installation to itself (decision 0068). */
  own: boolean;
  date_issued: string | null;
  /** End of the grace period. */
  date_grace: string | null;
}
