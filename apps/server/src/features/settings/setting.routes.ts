import { CodedError, type FieldProblem, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { settingNeedsLicence } from '@postern/contract/licence';
import type { FieldInfo, FieldType } from '@postern/contract/metadata';
import type { SettingCategory, SettingDefinition } from '@postern/contract/setting-definition';
import { SETTINGS, type SettingKey } from '@postern/contract/settings';
import { type Language, render, text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { type Context, can, holds, type Route, reader, text as textField } from '@postern/resource';
import { form } from '../../platform/routes/form.ts';
import { settingSchema } from '../../platform/settings/setting-schema.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, orNull } from '../../platform/shown.ts';
import type { Licence } from '../licence/index.ts';
import { definitionOf, REQUIRED, readSetting } from './setting-values.ts';
import { ANNOUNCEMENT_WORDS, CATEGORY_WORDS, CHOICE_WORDS, SETTING_WORDS } from './setting-words.ts';

/** `settings/setting/?category=`: the settings that something in this version obeys, and read-only those that clients draw besides (decision 0074). */

export interface SettingDeps {
  settings: SettingsStore;
  licence: Licence;
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
  sso: 'settings.change_auth',
  scim: 'settings.change_auth',
  email: 'settings.change_email',
  email_content: 'settings.change_email',
  clean: 'settings.change_clean',
  evidence: 'settings.change_security',
  other: 'settings.change_other',
} as const satisfies Partial<Record<SettingCategory, string>>;
type Category = keyof typeof ACCESS;

/** Secrets, and the setting that says where each is sent. */
const SENT_TO: readonly (readonly [secret: SettingKey, place: SettingKey])[] = [
  ['EMAIL_HOST_PASSWORD', 'EMAIL_HOST'],
  ['AUDIT_ANCHOR_S3_SECRET_KEY', 'AUDIT_ANCHOR_S3_ENDPOINT'],
  ['AUTH_OPENID_CLIENT_SECRET', 'AUTH_OPENID_KEYCLOAK'],
  ['AUTH_OPENID_CLIENT_SECRET', 'AUTH_OPENID_SERVER_URL'],
  ['AUTH_OPENID_CLIENT_SECRET', 'AUTH_OPENID_REALM_NAME'],
  ['AUTH_OPENID_CLIENT_SECRET', 'AUTH_OPENID_PROVIDER_ENDPOINT'],
  ['AUTH_OPENID_CLIENT_SECRET', 'AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT'],
  ['AUTH_OAUTH2_CLIENT_SECRET', 'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT'],
  ['AUTH_LDAP_BIND_PASSWORD', 'AUTH_LDAP_SERVER_URI'],
  // Whom it is shown to hangs on these as well: over a plain line, or to whoever has a certificate of another authority.
  ['AUTH_LDAP_BIND_PASSWORD', 'AUTH_LDAP_START_TLS'],
  ['AUTH_LDAP_BIND_PASSWORD', 'AUTH_LDAP_CA'],
  ['RADIUS_SECRET', 'RADIUS_SERVER'],
  ['RADIUS_SECRET', 'RADIUS_PORT'],
];

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

interface Place {
  category: Category | 'all';
  keys: readonly SettingKey[];
}

/**
 * The category of a request, for those who may see it; without one the basic settings, as clients ask for them.
 * @throws CodedError object_does_not_exist for one that is not built: its settings would be other ones
 */
function placeOf(ctx: Context, category: string): Place {
  if (category === 'all') {
    if (!ctx.actor.superuser) throw new CodedError('permission_denied');
    return { category, keys: KEYS.filter((key) => definitionOf(key).category !== 'system') };
  }
  if (!isCategory(category)) throw new CodedError('object_does_not_exist', { resource: CATEGORY[ctx.language] });
  if (!holds(ctx.actor, [ACCESS[category]])) throw new CodedError('permission_denied');
  const keys = KEYS.filter((key) => {
    const { category: own, also } = definitionOf(key);
    return own === category || also === category;
  });
  return { category, keys };
}

const valuesOf = (settings: SettingsStore, keys: readonly SettingKey[]): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => !definitionOf(key).secret).map((key) => [key, settings.get(key)]));

const TYPES: Readonly<Record<string, FieldType>> = {
  text: 'string',
  boolean: 'boolean',
  integer: 'integer',
  choice: 'choice',
  textList: 'list',
  textMap: 'json',
  object: 'nested object',
};

const textType = ({ url, form }: Extract<SettingDefinition['rule'], { kind: 'text' }>): FieldType =>
  url ? 'url' : form === 'email' ? 'email' : 'string';

function infoOf(key: SettingKey, language: Language): FieldInfo {
  const { rule, secret, fixed = false, ...definition } = definitionOf(key);
  const words = SETTING_WORDS[key];
  const choices = CHOICE_WORDS[key];
  return {
    type: rule.kind === 'text' ? textType(rule) : (TYPES[rule.kind] ?? 'field'),
    required: !fixed && REQUIRED.has(key),
    ...(typeof definition.default === 'object' ? {} : { default: definition.default }),
    read_only: fixed,
    label: words ? render(words.label, language) : key,
    ...(words?.help ? { help_text: render(words.help, language) } : {}),
    ...(rule.kind === 'text' ? { max_length: rule.max } : {}),
    ...(rule.kind === 'integer' ? { min_value: rule.min, max_value: rule.max } : {}),
    ...(rule.kind === 'choice'
      ? {
          choices: rule.values.map((value) => ({
            value,
            label: choices?.[String(value)]?.[language] ?? String(value),
          })) as FieldInfo['choices'] & object,
        }
      : {}),
    write_only: secret === true,
    ...(rule.kind === 'textList'
      ? {
          child: {
            type: 'string',
            required: true,
            read_only: false,
            label: '',
            max_length: rule.max,
            write_only: false,
          } satisfies FieldInfo,
        }
      : {}),
    ...(key === 'ANNOUNCEMENT' ? { children: announcementInfo(language) } : {}),
  };
}

function announcementInfo(language: Language): Record<string, FieldInfo> {
  const part = (name: keyof typeof ANNOUNCEMENT_WORDS, type: FieldType, required: boolean, max_length?: number): [string, FieldInfo] => [
    name,
    {
      type,
      required,
      read_only: false,
      label: ANNOUNCEMENT_WORDS[name][language],
      write_only: false,
      ...(max_length ? { max_length } : {}),
    },
  ];
  return Object.fromEntries([part('SUBJECT', 'string', true, 1_024), part('CONTENT', 'string', true), part('LINK', 'url', false, 1_024)]);
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

export function settingRoutes({ settings, licence }: SettingDeps): readonly Route[] {
  /** Stores what the body changes; answers all it said, in stored form and without secrets. */
  async function save(
    ctx: Context,
    body: Readonly<Record<string, unknown>>,
    whole: boolean,
    place: Place,
  ): Promise<Record<string, unknown>> {
    const values = readBody(ctx, place.keys, body, whole);
    // A stored password is for the server it was given for: whoever names another one does not get it sent there.
    for (const [secret, place] of SENT_TO) {
      const named = values.get(place);
      if (named !== undefined && named !== settings.get(place) && !values.has(secret) && settings.get(secret)) values.set(secret, '');
    }
    const changed = [...values].filter(
      ([key, value]) => definitionOf(key).secret || key === 'ANNOUNCEMENT' || !same(value, settings.get(key)),
    );
    if (changed.some(([key]) => settingNeedsLicence(key)) && !licence.valid(ctx.clock())) throw new CodedError('licence_required');
    const visible = Object.fromEntries([...values].filter(([key]) => !definitionOf(key).secret));
    if (changed.length === 0) return visible;
    const changes = changed.map(([key, value]) => {
      const secret = definitionOf(key).secret === true;
      return { field: key, before: secret ? '******' : plain(settings.get(key)), after: secret ? '******' : plain(value) };
    });
    await settings.set(ctx, Object.fromEntries(changed));
    const title = place.category === 'all' ? CATEGORY_WORDS.system : CATEGORY_WORDS[place.category];
    ctx.audit({ action: 'update', resourceType: 'setting', resourceId: place.category, resource: title[ctx.language], changes });
    return visible;
  }

  // One address for all categories.
  return form({
    path: PATH,
    who: can(ANY),
    rows: { none: 'settings of the installation' },
    query: { category: textField({ label: CATEGORY, max: 8192, default: 'basic', blank: true }) },
    errors: ['object_does_not_exist', 'permission_denied'],
    read: { name: 'settings.setting.get', answer: SHOWN, show: (ctx, { query }) => valuesOf(settings, placeOf(ctx, query.category).keys) },
    write: {
      put: 'settings.setting.put',
      patch: 'settings.setting.patch',
      answer: SHOWN,
      errors: ['licence_required'],
      body: GIVEN,
      async take(ctx, { query, body, whole }) {
        const place = placeOf(ctx, query.category);
        // Everybody reads the new values once this transaction has committed; the answer says them already.
        const before = valuesOf(settings, place.keys);
        return { ...before, ...(await save(ctx, body, whole, place)) };
      },
    },
    describe: {
      name: 'settings.setting.metadata',
      tell(ctx, { query }) {
        const { keys, category } = placeOf(ctx, query.category);
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
}
