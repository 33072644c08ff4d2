import { CodedError, InvalidInput } from '@postern/contract/errors';
import { PROVIDER_CATEGORIES } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, can, choice, listSchema, objectSchema, type Route, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { creation } from '../../platform/routes/creation.ts';
import { detail } from '../../platform/routes/detail.ts';
import { form } from '../../platform/routes/form.ts';
import { removal } from '../../platform/routes/removal.ts';
import { forgetProvider, isProvider, type Provider, providersBeside, storeProvider } from '../../platform/settings/providers.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { CATEGORY_WORDS } from './setting-words.ts';

/** `settings/providers/`: identity providers beside the first of their kind (decision 0122). What each is set to is read and written as its category is. */

export const PROVIDER_WORDS = text('identity provider', '身份提供方', 'ID プロバイダー');
const PATH = '/api/v1/settings/providers/';
/** The login page has to show them all. */
export const MAX_PROVIDERS = 20;
/** It stands in the address that is registered with the provider. */
const NAME = /^[a-z][a-z0-9-]{0,30}$/;
/** Parts of addresses of the first one. */
const TAKEN: ReadonlySet<string> = new Set(['login', 'callback', 'logout', 'backchannel', 'metadata', 'landing', 'logo']);

/** Whether a provider may have this name in addresses. */
export const isProviderName = (given: string): boolean => NAME.test(given) && !TAKEN.has(given);

const COMMON = { who: can('settings.change_auth'), rows: { none: 'providers that everybody finds on the login page' } } as const;
const SHOWN = objectSchema({ name: TEXT_SCHEMA, category: TEXT_SCHEMA, label: TEXT_SCHEMA });
const label = textField({ label: WORDS.name, max: 64, required: true });
const name = textField({ label: text('Name in addresses', '地址中的名称', 'アドレスで使う名前'), max: 31, required: true });
const category = choice({
  label: text('Protocol', '协议', 'プロトコル'),
  required: true,
  choices: PROVIDER_CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] })),
});

/** What was done with a provider, for the log; with its label before that, where it was renamed. */
export const auditProvider = (ctx: Context, action: 'create' | 'update' | 'delete', one: Provider, before = ''): void =>
  ctx.audit({
    action,
    resourceType: 'identityprovider',
    resourceId: one.name,
    resource: `${one.label} (${one.name})`,
    ...(action === 'update' ? { changes: [{ field: 'label', before, after: one.label }] } : {}),
  });

/** One at a time: so many there are at most, and no name twice. Held until the end of the transaction. */
export const lockProviders = (ctx: Context): Promise<void> => lockByName(ctx.tx, 'identity providers');

export function providerRoutes(settings: SettingsStore): readonly Route[] {
  const found = (asked: string): Provider => {
    const one = providersBeside(settings).find((provider) => provider.name === asked);
    if (!one) throw new CodedError('not_found');
    return one;
  };
  const params = { provider: name };
  return [
    detail({
      ...COMMON,
      path: PATH,
      name: 'settings.providers.beside',
      answer: answerShape(objectSchema({ providers: listSchema(SHOWN) })),
      show: () => ({ providers: providersBeside(settings) }),
    }),
    creation({
      ...COMMON,
      path: PATH,
      name: 'settings.providers.create',
      answer: answerShape(SHOWN),
      body: { name, category, label },
      async create(ctx, { body }) {
        await lockProviders(ctx);
        const all = providersBeside(settings);
        if (!isProviderName(body.name)) throw InvalidInput.on('name', 'invalid_provider_name');
        if (await isProvider(ctx, body.name)) throw InvalidInput.on('name', 'unique');
        if (all.length >= MAX_PROVIDERS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_PROVIDERS });
        await storeProvider(ctx, settings, body);
        auditProvider(ctx, 'create', body);
        return body;
      },
    }),
    ...form({
      ...COMMON,
      path: `${PATH}:provider/`,
      params,
      find: async (_ctx, { params: asked }) => found(asked.provider),
      write: {
        patch: 'settings.providers.rename',
        answer: answerShape(SHOWN),
        body: { label },
        async take(ctx, { body, found: one }) {
          const renamed = { ...one, label: body.label };
          await storeProvider(ctx, settings, renamed);
          auditProvider(ctx, 'update', renamed, one.label);
          return renamed;
        },
      },
    }),
    removal({
      ...COMMON,
      path: `${PATH}:provider/`,
      name: 'settings.providers.delete',
      params,
      find: async (_ctx, { params: asked }) => found(asked.provider),
      async remove(ctx, { found: one }) {
        await forgetProvider(ctx, settings, one);
        auditProvider(ctx, 'delete', one);
      },
    }),
  ];
}
