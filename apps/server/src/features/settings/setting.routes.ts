import { CodedError, type FieldProblem, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { settingNeedsLicence } from '@postern/contract/licence';
import { loginPageOf } from '@postern/contract/login-page';
import type { SettingCategory } from '@postern/contract/setting-definition';
import { SETTINGS, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import {
  type Context,
  can,
  holds,
  listSchema,
  objectSchema,
  ok,
  type Route,
  reader,
  route,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { form } from '../../platform/routes/form.ts';
import { keysOf, providersBeside, settingsOf, storedAs } from '../../platform/settings/providers.ts';
import { settingSchema } from '../../platform/settings/setting-schema.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, orNull } from '../../platform/shown.ts';
import type { Licence } from '../licence/index.ts';
import { effectsOf } from './effects.ts';
import { keepToTheirPlaces, keysOfCategory } from './form-over.ts';
import { PROVIDER_WORDS } from './provider.routes.ts';
import { infoOf } from './setting-info.ts';
import { definitionOf, REQUIRED, readSetting, shownSetting } from './setting-values.ts';
import { CATEGORY_WORDS } from './setting-words.ts';

/** `settings/setting/?category=`: the settings that something in this version obeys, and read-only those that clients draw besides (decision 0074). */

export interface SettingDeps {
  settings: SettingsStore;
  licence: Licence;
  /** Judges what is about to be stored, and throws what speaks against it. */
  judge(ctx: Context, changed: ReadonlyMap<SettingKey, unknown>): Promise<void>;
}

/** Who reads and writes a category; `all` is the superuser's, what is not here does not exist. */
const ACCESS = {
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
type Category = keyof typeof ACCESS;

const KEYS = Object.keys(SETTINGS) as SettingKey[];
/** What is not built has no settings, and does not exist. */
const isCategory = (name: string): name is Category =>
  Object.hasOwn(ACCESS, name) && KEYS.some((key) => definitionOf(key).category === name);
const CATEGORY = text('category of settings', '设置类别', '設定の区分');
const PATH = '/api/v1/settings/setting/';
const ANY = [...new Set(Object.values(ACCESS))].join(' | ');

/** Those of one category, or all of them; secrets never. */
const SHOWN = answerShape({
  type: 'object',
  properties: Object.fromEntries(KEYS.flatMap((key) => (definitionOf(key).secret ? [] : [[key, settingSchema(key)]]))),
});

const EFFECTS = answerShape(
  objectSchema({ effects: listSchema(objectSchema({ key: TEXT_SCHEMA, level: { enum: ['info', 'warning'] }, message: TEXT_SCHEMA })) }),
);

interface Place {
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
function placeOf(ctx: Context, settings: SettingsStore, { category, provider }: { category: string; provider: string }): Place {
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

/** As they hold: of those that exclude each other one at most says yes. @param saved values that are about to hold, over those that do */
function valuesOf(
  { keys, values }: Pick<Place, 'keys' | 'values'>,
  saved: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const now: SettingsReader = { get: (key) => (Object.hasOwn(saved, key) ? saved[key] : values.get(key)) as never };
  const exclusive: Readonly<Record<string, unknown>> = { ...loginPageOf(now) };
  const shown = keys.filter((key) => !definitionOf(key).secret);
  return Object.fromEntries(shown.map((key) => [key, shownSetting(key, Object.hasOwn(exclusive, key) ? exclusive[key] : now.get(key))]));
}

/** Settings are read by their own definitions (`readSetting`), which differ by category and are no fields of the kernel. */
const GIVEN = reader(
  {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        KEYS.map((key) => [
          key,
          definitionOf(key).secret ? { ...orNull(settingSchema(key)), writeOnly: true as const } : settingSchema(key),
        ]),
      ),
    },
  },
  (body): Readonly<Record<string, unknown>> => {
    if (!isRecord(body)) throw InvalidInput.on('non_field_errors', 'not_an_object');
    return body;
  },
);

interface Read {
  values: Map<SettingKey, unknown>;
  problems: Record<string, FieldProblem[] | FieldProblems>;
}

/** One key of a body into values or problems. Secrets left blank stay what they are. */
function readKey(ctx: Context, key: SettingKey, given: unknown, { values, problems }: Read): void {
  const { secret, fixed, default: usual } = definitionOf(key);
  // Clients send back what they were shown; that changes nothing.
  if (fixed) {
    if (!same(given, usual)) problems[key] = [{ code: 'fixed_setting' }];
    return;
  }
  if (secret && (given === '' || given === null)) return;
  const read = readSetting(key, secret && typeof given === 'string' ? ctx.decrypt(given) : given);
  if (read.problems) problems[key] = read.problems;
  else values.set(key, read.value);
}

/** Values of a body in stored form. What is not of the category is named: nobody is told of a success that stored nothing. */
function readBody(
  ctx: Context,
  keys: readonly SettingKey[],
  body: Readonly<Record<string, unknown>>,
  whole: boolean,
): Map<SettingKey, unknown> {
  const read: Read = { values: new Map(), problems: {} };
  const here: ReadonlySet<string> = new Set(keys);
  for (const key of Object.keys(body)) if (!here.has(key)) read.problems[key.slice(0, 128)] = [{ code: 'unknown_setting' }];
  for (const key of keys) {
    if (Object.hasOwn(body, key)) readKey(ctx, key, body[key], read);
    else if (whole && REQUIRED.has(key)) read.problems[key] = [{ code: 'required' }];
  }
  if (Object.keys(read.problems).length > 0) throw new InvalidInput(read.problems as FieldProblems);
  return read.values;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? '');
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function settingRoutes({ settings, licence, judge }: SettingDeps): readonly Route[] {
  /** Stores what the body changes; answers all it said, in stored form and without secrets. */
  async function save(
    ctx: Context,
    body: Readonly<Record<string, unknown>>,
    whole: boolean,
    place: Place,
  ): Promise<Record<string, unknown>> {
    const values = readBody(ctx, place.keys, body, whole);
    const { values: now, provider } = place;
    // A stored password is for the server it was given for: whoever names another one does not get it sent there.
    keepToTheirPlaces(now, values);
    const changed = [...values].filter(([key, value]) => definitionOf(key).secret || key === 'ANNOUNCEMENT' || !same(value, now.get(key)));
    if (changed.some(([key]) => settingNeedsLicence(key)) && !licence.valid(ctx.clock())) throw new CodedError('licence_required');
    const visible = Object.fromEntries([...values].filter(([key]) => !definitionOf(key).secret));
    if (changed.length === 0) return visible;
    await judge(ctx, new Map(changed));
    const changes = changed.map(([key, value]) => {
      const secret = definitionOf(key).secret === true;
      return { field: key, before: secret ? '******' : plain(now.get(key)), after: secret ? '******' : plain(value) };
    });
    await settings.set(ctx, Object.fromEntries(changed.map(([key, value]) => [storedAs(key, provider), value])));
    const title = place.category === 'all' ? CATEGORY_WORDS.system : CATEGORY_WORDS[place.category];
    const resource = provider === '' ? title[ctx.language] : `${title[ctx.language]} (${provider})`;
    ctx.audit({ action: 'update', resourceType: 'setting', resourceId: place.category, resource, changes });
    return visible;
  }

  /** What the security settings of a form would do to people now; nothing is stored. */
  const effects = route({
    method: 'POST',
    path: '/api/v1/settings/effects/',
    name: 'settings.setting.effects',
    who: can(ACCESS.security),
    rows: { none: 'settings of the installation, and how many people they are about' },
    body: GIVEN,
    answer: EFFECTS,
    async handle(ctx, { body }) {
      const keys = KEYS.filter((key) => definitionOf(key).category === 'security');
      return ok({ effects: await effectsOf(ctx, readBody(ctx, keys, body, false), settings) });
    },
  });

  // One address for all categories.
  const category = form({
    path: PATH,
    who: can(ANY),
    rows: { none: 'settings of the installation' },
    query: {
      category: textField({ label: CATEGORY, max: 8192, default: 'basic', blank: true }),
      provider: textField({ label: PROVIDER_WORDS, max: 32, default: '', blank: true }),
    },
    errors: ['object_does_not_exist', 'permission_denied'],
    read: { name: 'settings.setting.get', answer: SHOWN, show: (ctx, { query }) => valuesOf(placeOf(ctx, settings, query)) },
    write: {
      put: 'settings.setting.put',
      patch: 'settings.setting.patch',
      answer: SHOWN,
      errors: ['licence_required'],
      body: GIVEN,
      async take(ctx, { query, body, whole }) {
        const place = placeOf(ctx, settings, query);
        // Everybody reads the new values once this transaction has committed; the answer says them already.
        const saved = await save(ctx, body, whole, place);
        return valuesOf(place, saved);
      },
    },
    describe: {
      name: 'settings.setting.metadata',
      tell(ctx, { query }) {
        const { keys, category } = placeOf(ctx, settings, query);
        const written = Object.fromEntries(keys.map((key) => [key, infoOf(key, ctx.language)]));
        const read = Object.fromEntries(Object.entries(written).filter(([, info]) => !info.write_only));
        return {
          name: (category === 'all' ? CATEGORY_WORDS.system : CATEGORY_WORDS[category])[ctx.language],
          description: '',
          renders: ['application/json'],
          parses: ['application/json'],
          actions: { GET: read, PUT: written, PATCH: written },
        };
      },
    },
  });
  return [...category, effects];
}
