import { readFile } from 'node:fs/promises';
import { loginPageOf } from '@postern/contract/login-page';
import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { text as words } from '@postern/contract/text';
import { type Call, type Context, FLAG_SCHEMA, listSchema, objectSchema, type Route, TEXT_SCHEMA, text } from '@postern/resource';
import type { FixedSetting } from '../../platform/config/settings.ts';
import type { Feature } from '../../platform/feature.ts';
import { isMailConfigured } from '../../platform/mail/deliver.ts';
import { detail } from '../../platform/routes/detail.ts';
import { download } from '../../platform/routes/download.ts';
import { settingSchema } from '../../platform/settings/setting-schema.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, orNull } from '../../platform/shown.ts';
import type { RedirectWay } from '../identities/index.ts';
import type { Licence } from '../licence/index.ts';
import { changeRoutes } from './changes.routes.ts';
import type { EffectDeps } from './effects.ts';
import { environmentRoutes } from './environment.routes.ts';
import { mediaRoute, mediaTable, readImage } from './images.ts';
import { interfaceRoutes } from './interface.routes.ts';
import { SHOWN_LOOK, shownInterface, storedChoice } from './interface.ts';
import { mailRoutes } from './mail.routes.ts';
import { providerRoutes } from './provider.routes.ts';
import { settingRoutes } from './setting.routes.ts';
import type { SettingDeps } from './setting-saves.ts';
import { settingsFileRoutes } from './settings-file.routes.ts';

export { formBody, formOver, keepToTheirPlaces, keysOfCategory, settingsOfForm } from './form-over.ts';
export { settingPicture } from './images.ts';
export { BACKEND_WORDS } from './words-of-text-messages.ts';

export interface SettingsDeps {
  settings: SettingsStore;
  licence: Licence;
  judge: SettingDeps['judge'];
  withoutFactor: EffectDeps['withoutFactor'];
  /** Places that the browser may be sent to instead of typing a password. */
  redirects(): readonly RedirectWay[];
  /** Whom a demo lets in by a click, for a browser that may; undefined elsewhere. */
  demo(
    ctx: Context,
    request: Call,
  ): Promise<{ people: readonly Record<'id' | 'name' | 'username' | 'part', string>[]; ssh: string } | undefined>;
  /** What was settled before the server started. */
  fixed: readonly FixedSetting[];
  /** The whole installation is a demo. */
  isDemo: boolean;
  /** Of times of day that nobody's browser says. */
  timeZone: string;
  /** A mail server has taken a mail on, by the settings that are saved. */
  mailWorked(ctx: Context): Promise<void>;
}

const LOGO = new URL('./logo.svg', import.meta.url);

/** Settings everybody may read as they are. */
const PLAIN = [
  'WINDOWS_SKIP_ALL_MANUAL_PASSWORD',
  'OLD_PASSWORD_HISTORY_LIMIT_COUNT',
  'TICKET_AUTHORIZE_DEFAULT_TIME',
  'TICKET_AUTHORIZE_DEFAULT_TIME_UNIT',
  'AUTH_LDAP_SYNC_ORG_IDS',
  'SECURITY_MAX_IDLE_TIME',
  'SECURITY_VIEW_AUTH_NEED_MFA',
  'SECURITY_MFA_VERIFY_TTL',
  'SECURITY_COMMAND_EXECUTION',
  'SECURITY_COMMAND_BLACKLIST',
  'SECURITY_PASSWORD_EXPIRATION_TIME',
  'SECURITY_LUNA_REMEMBER_AUTH',
  'SECURITY_WATERMARK_ENABLED',
  'SECURITY_SESSION_SHARE',
  'HELP_DOCUMENT_URL',
  'HELP_SUPPORT_URL',
  'AUTH_WECOM',
  'AUTH_DINGTALK',
  'AUTH_FEISHU',
  'AUTH_SLACK',
  'AUTH_TEMP_TOKEN',
  'TERMINAL_RAZOR_ENABLED',
  'TERMINAL_MAGNUS_ENABLED',
  'TERMINAL_KOKO_SSH_ENABLED',
  'TERMINAL_OMNIDB_ENABLED',
  'TERMINAL_GRAPHICAL_RESOLUTION',
  'ANNOUNCEMENT_ENABLED',
  'ANNOUNCEMENT',
  'TICKETS_ENABLED',
  'TICKET_OFFERED',
  'TICKET_BREAK_GLASS',
  'TICKET_BREAK_GLASS_MINUTES',
  'CONNECTION_TOKEN_REUSABLE',
] as const;

const PASSWORD_RULE = [
  'SECURITY_PASSWORD_MIN_LENGTH',
  'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
  'SECURITY_PASSWORD_UPPER_CASE',
  'SECURITY_PASSWORD_LOWER_CASE',
  'SECURITY_PASSWORD_NUMBER',
  'SECURITY_PASSWORD_SPECIAL_CHAR',
] as const;

/** The licensed company, while the licence is valid. */
const corporation = ({ valid, content }: ReturnType<Licence['state']>): string => (valid ? (content?.corporation ?? '') : '');

const pick = (settings: SettingsReader, keys: readonly Parameters<SettingsReader['get']>[0][]) =>
  Object.fromEntries(keys.map((key) => [key, settings.get(key)]));

/** What is set is shown while the licence is valid (docs/wire/settings.md#look). */
const choiceOf = (ctx: Context, { settings, licence }: SettingsDeps) => (licence.valid(ctx.clock()) ? storedChoice(settings) : {});

const settingSchemas = (keys: readonly SettingKey[]) => Object.fromEntries(keys.map((key) => [key, settingSchema(key)]));
const OPEN = objectSchema(
  {
    XPACK_ENABLED: FLAG_SCHEMA,
    INTERFACE: SHOWN_LOOK,
    FORGOT_PASSWORD_URL: TEXT_SCHEMA,
    MAIL_SET_UP: FLAG_SCHEMA,
    AUTH_PASSKEY: FLAG_SCHEMA,
    SECURITY_LOGIN_CHALLENGE_ENABLED: FLAG_SCHEMA,
    SECURITY_MFA_IN_LOGIN_PAGE: FLAG_SCHEMA,
    ANNOUNCEMENT: settingSchema('ANNOUNCEMENT'),
    LOGIN_METHODS: listSchema(objectSchema({ source: TEXT_SCHEMA, name: TEXT_SCHEMA, icon: orNull(TEXT_SCHEMA), url: TEXT_SCHEMA })),
  },
  {
    // In a demo alone (docs/decisions/0162).
    DEMO_PEOPLE: listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, username: TEXT_SCHEMA, part: TEXT_SCHEMA })),
    DEMO_SSH: TEXT_SCHEMA,
  },
);
const PUBLIC = objectSchema(
  {
    XPACK_ENABLED: FLAG_SCHEMA,
    XPACK_LICENSE_IS_VALID: FLAG_SCHEMA,
    XPACK_LICENSE_INFO: objectSchema({ corporation: TEXT_SCHEMA }),
    SERVER_TIME_ZONE: TEXT_SCHEMA,
    INTERFACE: SHOWN_LOOK,
    PASSWORD_RULE: objectSchema(settingSchemas(PASSWORD_RULE)),
    SESSION_EXPIRE_AT_BROWSER_CLOSE: FLAG_SCHEMA,
    MAIL_SET_UP: FLAG_SCHEMA,
    ...settingSchemas(PLAIN),
  },
  // In a demo alone (docs/decisions/0162).
  { DEMO: FLAG_SCHEMA },
);

/** What the login page has; which browsers have something to work out is told to those alone. */
function shownLoginPage(settings: SettingsReader) {
  const { SECURITY_LOGIN_CHALLENGE_ENABLED, SECURITY_MFA_IN_LOGIN_PAGE } = loginPageOf(settings);
  const announced = settings.get('ANNOUNCEMENT_ENABLED') && settings.get('ANNOUNCEMENT_AT_LOGIN');
  const ANNOUNCEMENT = announced ? settings.get('ANNOUNCEMENT') : {};
  return { ANNOUNCEMENT, AUTH_PASSKEY: settings.get('AUTH_PASSKEY'), SECURITY_LOGIN_CHALLENGE_ENABLED, SECURITY_MFA_IN_LOGIN_PAGE };
}

/** Whom a demo lets in by a click, and what opens one of its machines. */
async function shownDemo(ctx: Context, { demo }: SettingsDeps, request: Call) {
  const offered = await demo(ctx, request);
  return offered ? { DEMO_PEOPLE: offered.people, DEMO_SSH: offered.ssh } : {};
}

const LOOK = { none: 'name and look of the product' } as const;

const routes = (deps: SettingsDeps): readonly Route[] => [
  detail({
    path: '/api/v1/settings/public/open/',
    name: 'settings.public.open',
    answer: answerShape(OPEN),
    who: { allow: 'anyone', because: 'the login page needs name and look' },
    rows: LOOK,
    // The last three are ours: what the login page offers whoever has forgotten a password (decision 0057).
    show: async (ctx, { request }) => ({
      XPACK_ENABLED: true,
      ...(await shownDemo(ctx, deps, request)),
      ...shownLoginPage(deps.settings),
      INTERFACE: shownInterface(choiceOf(ctx, deps), ctx.language),
      FORGOT_PASSWORD_URL: deps.settings.get('FORGOT_PASSWORD_URL'),
      MAIL_SET_UP: isMailConfigured(deps.settings),
      LOGIN_METHODS: deps
        .redirects()
        .filter((way) => way.enabled())
        .map((way) => ({ source: way.source, name: way.name(ctx.language), icon: way.icon(), url: way.start })),
    }),
  }),
  detail({
    path: '/api/v1/settings/public/',
    name: 'settings.public',
    answer: answerShape(PUBLIC),
    who: { allow: 'user' },
    rows: { none: 'settings that everybody may know' },
    connectionToken: true,
    show: (ctx) => ({
      XPACK_ENABLED: true,
      XPACK_LICENSE_IS_VALID: deps.licence.valid(ctx.clock()),
      XPACK_LICENSE_INFO: { corporation: corporation(deps.licence.state(ctx.clock())) },
      // Ours: what runs by itself goes by it, and people see both clocks.
      SERVER_TIME_ZONE: deps.timeZone,
      INTERFACE: shownInterface(choiceOf(ctx, deps), ctx.language),
      PASSWORD_RULE: pick(deps.settings, PASSWORD_RULE),
      SESSION_EXPIRE_AT_BROWSER_CLOSE: true,
      MAIL_SET_UP: isMailConfigured(deps.settings),
      ...pick(deps.settings, PLAIN),
      ...(deps.isDemo ? { DEMO: true } : {}),
    }),
  }),
  download({
    path: '/api/v1/settings/logo/',
    name: 'settings.logo',
    media: 'image/*',
    who: { allow: 'anyone', because: 'the logo stands on the login page' },
    rows: LOOK,
    // Whatever is no size of ours is the large one: a picture is always there.
    query: { size: text({ label: words('Size', '尺寸', 'サイズ'), max: 8192, default: 'small', blank: true }) },
    async give(ctx, { query }) {
      const choice = choiceOf(ctx, deps);
      const address = query.size === 'small' ? choice.logo_logout : choice.logo_index;
      // The address stays and the picture may change, so nobody keeps it for long.
      const picture = address
        ? await readImage(ctx, address.split('/').at(-1) ?? '')
        : { body: await readFile(LOGO), type: 'image/svg+xml' };
      return { ...picture, cache: 'public, max-age=60' };
    },
  }),
];

export { AUDIT_WORDS } from './setting-words.ts';

/** Settings, the look of the product, and what of them everybody may know. */
export const settingsFeature = (deps: SettingsDeps): Feature => ({
  tables: [mediaTable],
  routes: [
    ...routes(deps),
    mediaRoute,
    ...settingRoutes({
      ...deps,
      kindsBeside: () =>
        new Set(
          deps
            .redirects()
            .filter((way) => way.provider && way.enabled())
            .map(({ source }) => source),
        ),
    }),
    ...changeRoutes(deps),
    ...settingsFileRoutes(deps),
    ...providerRoutes(deps.settings),
    ...mailRoutes(deps.settings, deps.mailWorked),
    ...interfaceRoutes(deps),
    ...environmentRoutes(deps.fixed),
  ],
});
