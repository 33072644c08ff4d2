import { CodedError } from '@postern/contract/errors';
import { loginPageOf } from '@postern/contract/login-page';
import type { SettingCategory } from '@postern/contract/setting-definition';
import { definitionOf, SETTINGS, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { type Text, text } from '@postern/contract/text';
import { type Context, holds, text as textField } from '@postern/resource';
import { keysOf, providersBeside, settingsOf } from '../../platform/settings/providers.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { formOver, keysOfCategory } from './form-over.ts';
import { PROVIDER_WORDS } from './provider.routes.ts';
import { shownSetting } from './setting-values.ts';
import { CATEGORY_WORDS } from './setting-words.ts';

/** Which settings a request is about, and whether they are the actor's to read and write. */

/** Who reads and writes a category; `all` is the superuser's, what is not here does not exist. */
export const ACCESS = {
  basic: 'settings.view_setting',
  terminal: 'settings.change_terminal',
  security: 'settings.change_security',
  auth: 'settings.change_auth',
  ldap: 'settings.change_auth',
  radius: 'settings.change_auth',
  oidc: 'settings.change_auth',
  oauth2: 'settings.change_auth',
  saml2: 'settings.change_auth',
  cas: 'settings.change_auth',
  wecom: 'settings.change_auth',
  dingtalk: 'settings.change_auth',
  feishu: 'settings.change_auth',
  slack: 'settings.change_auth',
  sso: 'settings.change_auth',
  scim: 'settings.change_auth',
  email: 'settings.change_email',
  email_content: 'settings.change_email',
  sms: 'settings.change_sms',
  alibaba: 'settings.change_sms',
  tencent: 'settings.change_sms',
  huawei: 'settings.change_sms',
  cmpp2: 'settings.change_sms',
  smpp: 'settings.change_sms',
  custom: 'settings.change_sms',
  clean: 'settings.change_clean',
  evidence: 'settings.change_security',
  vault: 'settings.change_vault',
  other: 'settings.change_other',
} as const satisfies Partial<Record<SettingCategory, string>>;
export type Category = keyof typeof ACCESS;

export const KEYS = Object.keys(SETTINGS) as SettingKey[];
/** Any of the rights: who has none has no settings. */
export const ANY = [...new Set(Object.values(ACCESS))].join(' | ');
/** What is not built has no settings, and does not exist. */
export const isCategory = (name: string): name is Category =>
  Object.hasOwn(ACCESS, name) && KEYS.some((key) => definitionOf(key).category === name);

const CATEGORY = text('category of settings', '设置类别', '設定の区分');
/** Which category a request is about. */
export const categoryField = (usual: SettingCategory) => textField({ label: CATEGORY, max: 8192, default: usual, blank: true });
/** The query of every address that is about settings of one category, or of a provider. */
export const PLACE_QUERY = {
  category: categoryField('basic'),
  provider: textField({ label: PROVIDER_WORDS, max: 32, default: '', blank: true }),
};

export interface Place {
  category: Category | 'all';
  keys: readonly SettingKey[];
  /** As they are: of the category, or of a provider beside the first of its kind. */
  values: SettingsReader;
  /** Name of that provider; empty for the first. */
  provider: string;
}

/**
 * The category of a request, for those who may see it; without one the basic settings, as clients ask for them.
 * @throws CodedError object_does_not_exist for one that is not built: its settings would be other ones
 */
export function placeOf(ctx: Context, settings: SettingsStore, { category, provider }: { category: string; provider: string }): Place {
  if (provider !== '') return placeOfProvider(ctx, settings, category, provider);
  const first = { values: settings, provider };
  if (category === 'all') {
    if (!ctx.actor.superuser) throw new CodedError('permission_denied');
    return { ...first, category, keys: KEYS.filter((key) => definitionOf(key).category !== 'system') };
  }
  if (!isCategory(category)) throw new CodedError('object_does_not_exist', { resource: CATEGORY[ctx.language] });
  if (!holds(ctx.actor, [ACCESS[category]])) throw new CodedError('permission_denied');
  return { ...first, category, keys: keysOfCategory(KEYS, category) };
}

/** The settings of a provider beside the first of its kind. @throws CodedError object_does_not_exist */
function placeOfProvider(ctx: Context, settings: SettingsStore, category: string, provider: string): Place {
  const found = providersBeside(settings).find((one) => one.name === provider && one.category === category);
  if (!found) throw new CodedError('object_does_not_exist', { resource: PROVIDER_WORDS[ctx.language] });
  if (!holds(ctx.actor, [ACCESS[found.category]])) throw new CodedError('permission_denied');
  return { category: found.category, keys: keysOf(found.category), values: settingsOf(settings, found), provider };
}

/** What its settings are called together. */
export const titleOf = ({ category }: Pick<Place, 'category'>): Text => CATEGORY_WORDS[category === 'all' ? 'system' : category];

/**
 * What everybody who may read the place is shown: all but secrets, as they hold. Of those that exclude each other one at most says yes.
 * @param saved values that are about to hold, over those that do
 */
export function valuesOf({ keys, values }: Pick<Place, 'keys' | 'values'>, saved: ReadonlyMap<SettingKey, unknown> = new Map()) {
  const now = formOver(values, saved);
  const exclusive: Readonly<Record<string, unknown>> = { ...loginPageOf(now) };
  const shown = keys.filter((key) => !definitionOf(key).secret);
  return Object.fromEntries(shown.map((key) => [key, shownSetting(key, Object.hasOwn(exclusive, key) ? exclusive[key] : now.get(key))]));
}
