import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { type Context, can, INTEGER_SCHEMA, listSchema, objectSchema, ok, type Route, reader, route, TEXT_SCHEMA } from '@postern/resource';
import { question } from '../../platform/routes/question.ts';
import { isProvider, storeProvider } from '../../platform/settings/providers.ts';
import { answerShape } from '../../platform/shown.ts';
import { auditProvider, lockProviders } from './provider.routes.ts';
import { ANY } from './setting-places.ts';
import { lockSettings, type SettingDeps, savingTo } from './setting-saves.ts';
import { planOf } from './settings-file.plan.ts';
import { categoriesOf, fileOf, readFile, type SettingsFile } from './settings-file.ts';

/** `settings/file/`: the settings as one file, what such a file would do here, and doing it (decision 0127). */

const PATH = '/api/v1/settings/file/';
const COMMON = { who: can(ANY), rows: { none: 'settings of the installation' } } as const;
const FILE = { type: 'object' } as const;
const NEWER = text(
  'This file is of another version of the format.',
  '该文件的格式版本不受支持。',
  'このファイルの形式の版には対応していません。',
);

const NOTE = { category: TEXT_SCHEMA, provider: TEXT_SCHEMA, key: TEXT_SCHEMA, label: TEXT_SCHEMA };
const NOTES = listSchema(objectSchema({ ...NOTE, message: TEXT_SCHEMA }));
const PLAN = answerShape(
  objectSchema({
    changes: listSchema(objectSchema({ ...NOTE, title: TEXT_SCHEMA, before: TEXT_SCHEMA, after: TEXT_SCHEMA })),
    problems: NOTES,
    left_out: NOTES,
    secrets: NOTES,
    providers: listSchema(objectSchema({ name: TEXT_SCHEMA, label: TEXT_SCHEMA, action: { enum: ['create', 'rename'] } })),
    seen: TEXT_SCHEMA,
  }),
);

const bodyOf = (given: unknown, ctx: Context): { file: SettingsFile; seen: string } => {
  if (!isRecord(given)) throw InvalidInput.on('non_field_errors', 'not_an_object');
  return { file: readFile(given.file, NEWER[ctx.language]), seen: typeof given.seen === 'string' ? given.seen : '' };
};

/** Where a file went out or came in, for the log. */
const audit = (ctx: Context, field: 'exported' | 'imported', categories: readonly string[]): void =>
  ctx.audit({
    action: field === 'exported' ? 'view' : 'update',
    resourceType: 'setting',
    resourceId: 'file',
    resource: 'settings file',
    changes: [{ field, before: '', after: categories.join(', ') }],
  });

export function settingsFileRoutes(deps: SettingDeps): readonly Route[] {
  const { settings } = deps;
  const save = savingTo(deps);
  return [
    route({
      ...COMMON,
      method: 'POST',
      path: `${PATH}export/`,
      name: 'settings.settingsfile.export',
      body: 'none',
      answer: answerShape({ type: 'object' }),
      async handle(ctx) {
        audit(ctx, 'exported', categoriesOf(ctx));
        return ok(fileOf(ctx, settings));
      },
    }),
    question({
      ...COMMON,
      path: `${PATH}preview/`,
      name: 'settings.settingsfile.preview',
      body: reader({ schema: objectSchema({ file: FILE }) }, bodyOf),
      answer: PLAN,
      errors: ['error'],
      tell: async (ctx, { body }) => (await planOf(ctx, deps, body.file)).plan,
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${PATH}import/`,
      name: 'settings.settingsfile.import',
      body: reader({ schema: objectSchema({ file: FILE, seen: TEXT_SCHEMA }) }, bodyOf),
      answer: answerShape(objectSchema({ changed: INTEGER_SCHEMA })),
      errors: ['error', 'conflict', 'licence_required'],
      // One transaction: a value that is refused at the end takes back all that was written before it.
      async handle(ctx, { body: { file, seen } }) {
        await lockProviders(ctx);
        await lockSettings(ctx);
        const { plan, steps, providers } = await planOf(ctx, deps, file);
        const [problem] = plan.problems;
        if (problem) throw new CodedError('error', { detail: [problem.label, problem.message].filter(Boolean).join(': ') });
        if (plan.seen !== seen) throw new CodedError('conflict');
        for (const { one, before } of providers) {
          if (before === undefined && (await isProvider(ctx, one.name))) throw new CodedError('conflict');
          await storeProvider(ctx, settings, one);
          auditProvider(ctx, before === undefined ? 'create' : 'update', one, before);
        }
        for (const { place, values } of steps) await save(ctx, place, values);
        if (plan.changes.length + providers.length > 0) {
          audit(ctx, 'imported', [...new Set([...steps.map(({ place }) => place.category), ...providers.map(({ one }) => one.category)])]);
        }
        return ok({ changed: plan.changes.length });
      },
    }),
  ];
}
