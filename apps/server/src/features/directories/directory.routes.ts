import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import {
  among,
  at,
  boolean,
  type Context,
  can,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  type Route,
  route,
  secret,
  TEXT_SCHEMA,
  text as textField,
  textList,
} from '@postern/resource';
import { uuids } from '../../platform/fields.ts';
import { refuseOtherSites } from '../../platform/http/other-sites.ts';
import { detail } from '../../platform/routes/detail.ts';
import { ownList } from '../../platform/routes/list.ts';
import { run } from '../../platform/routes/run.ts';
import { trial } from '../../platform/routes/trial.ts';
import { answerShape, MESSAGE, shown, WORDS as WORDS_SHOWN } from '../../platform/shown.ts';
import { directoryConfig } from './config.ts';
import { directoryError } from './connection.ts';
import { reasonText } from './errors.ts';
import { peopleOf } from './people.queries.ts';
import { planOf } from './plan.ts';
import { noteState, PEOPLE, stateOf, testOf } from './state.ts';
import { type SyncDeps, startOrder } from './sync.ts';
import { testDirectory } from './test-directory.ts';
import { FORM, formOf } from './test-form.ts';
import { provePassword } from './way.ts';

const BASE = '/api/v1/settings/ldap/';
const WHO = { who: can('settings.change_auth'), rows: { none: 'the directory of the settings' } } as const;
/** Names of one call. */
const MAX_NAMES = 10_000;
const MAX_IDS = 100;
/** A test that a process did not live to the end of. */
const TEST_MS = 120_000;

const WORDS = {
  reading: text(
    'The directory is being read. Ask again in a moment.',
    '正在读取目录，请稍后再试。',
    'ディレクトリを読み込んでいます。少し待ってください。',
  ),
  cleared: text('success', '成功', '成功'),
  started: text('The import has started.', '导入已开始。', '取り込みを開始しました。'),
  right: text('{name} may log in', '{name} 可以登录', '{name} はログインできます'),
  wrong: text(
    'The directory does not confirm this name and password.',
    '目录未确认该用户名和密码。',
    'ディレクトリはこの名前とパスワードを確認しません。',
  ),
  disabled: text('This person is disabled in the directory.', '该用户在目录中已被禁用。', 'この人はディレクトリで無効です。'),
} as const satisfies Record<string, Text>;

const label = (name: string) => text(name, name, name);

const RUNNING = answerShape({ oneOf: [TEXT_SCHEMA, objectSchema({ status: { enum: ['running'] } })] });

const testConfig = (deps: SyncDeps): Route =>
  trial({
    ...WHO,
    path: `${BASE}testing/config/`,
    name: 'settings.ldap.test',
    answer: RUNNING,
    query: { refresh: textField({ label: label('refresh'), max: 16, default: '', blank: true }) },
    body: FORM,
    async attempt(ctx, { body, query }) {
      const name = testOf(ctx.actor.id);
      const known = await stateOf(ctx, name);
      const running = known?.state === 'running' && ctx.clock().getTime() - known.date.getTime() < TEST_MS;
      if (running) return ok({ status: 'running' });
      if (known && known.state !== 'running' && query.refresh === '') return ok(known.message, known.state === 'done' ? 200 : 400);
      const given = formOf(deps.settings, body);
      const enabled = (given.AUTH_LDAP as boolean | undefined) ?? deps.settings.get('AUTH_LDAP');
      await noteState(deps.system, name, 'running');
      void testDirectory(directoryConfig(deps.settings, given), { allow: deps.allow, language: ctx.language, enabled })
        .then(({ ok: right, message }) => noteState(deps.system, name, right ? 'done' : 'failed', message))
        .catch((error: unknown) => ctx.log.error({ err: error }, 'a test of the directory met an unforeseen error'));
      return ok({ status: 'running' });
    },
  });

const testLogin = (deps: SyncDeps): Route =>
  trial({
    ...WHO,
    path: `${BASE}testing/login/`,
    name: 'settings.ldap.testlogin',
    answer: answerShape(TEXT_SCHEMA),
    body: {
      username: textField({ label: text('Username', '用户名', 'ユーザー名'), max: 128, required: true }),
      password: secret({ label: text('Password', '密码', 'パスワード'), max: 4_096, required: true, nullable: false, blank: false }),
    },
    async attempt(ctx, { body }) {
      try {
        const proven = await provePassword(directoryConfig(deps.settings), deps.allow, body.username, body.password ?? '');
        if (proven.state === 'right') return ok(render(WORDS.right, ctx.language, { name: proven.person.name || proven.person.username }));
        return ok(render(proven.state === 'disabled' ? WORDS.disabled : WORDS.wrong, ctx.language), 400);
      } catch (error) {
        return ok(reasonText(directoryError(error), ctx.language), 400);
      }
    },
  });

const reading = (ctx: Context): CodedError => new CodedError('conflict', {}, { body: { msg: render(WORDS.reading, ctx.language) } });

/** Answers once the directory was read; starts that where nobody did. @throws CodedError */
async function needPeople(ctx: Context, deps: SyncDeps, anew: boolean): Promise<void> {
  const known = await stateOf(ctx, PEOPLE);
  if (known?.state === 'running') throw reading(ctx);
  if (known?.state === 'failed') throw new CodedError('error', {}, { body: { error: known.message } });
  if (known && !anew) return;
  // The refusal undoes what this request wrote, so the reading is asked for in a transaction of its own.
  await deps.system.asSystem('the directory is to be read', (inner) =>
    startOrder({ ...inner, language: ctx.language }, deps.jobs, { mode: 'read' }),
  );
  throw reading(ctx);
}

const PERSON = {
  title: text('People of the directory', '目录用户', 'ディレクトリの利用者'),
  called: 'ldap.person',
  fields: {
    id: shown(WORDS_SHOWN.id),
    username: shown(text('Username', '用户名', 'ユーザー名')),
    name: shown(WORDS_SHOWN.name),
    email: shown(text('Email', '邮箱', 'メール')),
    groups: shown(text('Groups', '用户组', 'グループ'), 'list', { answered: listSchema(TEXT_SCHEMA) }),
    existing: shown(text('Has an account', '已存在', 'アカウントあり'), 'boolean'),
  },
} as const;
const CACHED = new Set(['', '1', 'true', 'True']);

const people = (deps: SyncDeps): Route =>
  ownList({
    ...WHO,
    path: `${BASE}users/`,
    name: 'settings.ldap.users',
    answer: PERSON,
    transaction: false,
    query: {
      search: textField({ label: text('Search', '搜索', '検索'), max: 128, default: '', blank: true }),
      order: textField({ label: text('Order', '排序', '並び順'), max: 64, default: 'existing', blank: true }),
      cache_police: textField({ label: label('cache_police'), max: 16, default: '', blank: true }),
    },
    errors: ['conflict', 'error'],
    async items(ctx, { query, page }) {
      await needPeople(ctx, deps, !CACHED.has(query.cache_police));
      return peopleOf(ctx, { search: query.search, order: query.order, page: page ?? { limit: MAX_NAMES, offset: 0 } });
    },
  });

const clear = (): Route =>
  detail({
    ...WHO,
    path: `${BASE}cache/refresh/`,
    name: 'settings.ldap.refresh',
    answer: MESSAGE,
    errors: ['csrf_failed', 'error'],
    async show(ctx, { request }) {
      refuseOtherSites(request);
      if ((await stateOf(ctx, PEOPLE))?.state === 'running')
        throw new CodedError('error', {}, { body: { msg: render(WORDS.reading, ctx.language) } });
      await ctx.tx.deleteFrom('directory_states').where('name', '=', PEOPLE).execute();
      return { msg: render(WORDS.cleared, ctx.language) };
    },
  });

/** Organisations that a request names. @throws InvalidInput */
async function knownOrganisations(ctx: Context, ids: readonly string[]): Promise<void> {
  const found = await ctx.tx
    .selectFrom('organizations as o')
    .select('o.id')
    .where(among(at('o')('id'), ids))
    .execute();
  const unknown = ids.find((id) => !found.some((one) => one.id === id));
  if (unknown) throw InvalidInput.on('org_ids', 'does_not_exist', { value: unknown });
}

const importPeople = (deps: SyncDeps): Route =>
  route({
    ...WHO,
    method: 'POST',
    path: `${BASE}users/import/`,
    name: 'settings.ldap.import',
    answer: answerShape(objectSchema({ msg: TEXT_SCHEMA, task: TEXT_SCHEMA })),
    errors: ['conflict', 'error'],
    bodyLimit: 2_097_152,
    body: {
      org_ids: uuids(text('Organisations', '组织', '組織'), MAX_IDS),
      username_list: textList({ label: text('Usernames', '用户名', 'ユーザー名'), max: 128, most: MAX_NAMES, required: true }),
    },
    async handle(ctx, { body: { org_ids, username_list } }) {
      await knownOrganisations(ctx, org_ids);
      const everybody = username_list.includes('*');
      if (username_list.length === 0) throw InvalidInput.on('username_list', 'required');
      if (!everybody && (await stateOf(ctx, PEOPLE))?.state !== 'done') throw reading(ctx);
      const orgs = org_ids.length > 0 ? org_ids : ctx.org.isRoot ? undefined : [ctx.org.id];
      const task = await startOrder(ctx, deps.jobs, {
        mode: 'import',
        ...(everybody ? {} : { usernames: username_list }),
        ...(orgs ? { orgs } : {}),
      });
      ctx.audit({ action: 'update', resourceType: 'setting', resourceId: 'ldap', resource: render(WORDS.started, ctx.language) });
      return ok({ msg: render(WORDS.started, ctx.language), task });
    },
  });

const PLANNED = objectSchema({ count: INTEGER_SCHEMA, names: listSchema(TEXT_SCHEMA) });

const preview = (deps: SyncDeps): Route =>
  detail({
    ...WHO,
    path: `${BASE}sync/preview/`,
    name: 'settings.ldap.preview',
    answer: answerShape(objectSchema({ create: PLANNED, update: PLANNED, disable: PLANNED, too_many: FLAG_SCHEMA })),
    errors: ['conflict', 'error'],
    async show(ctx) {
      await needPeople(ctx, deps, false);
      return planOf(ctx);
    },
  });

const sync = (deps: SyncDeps): Route =>
  run({
    ...WHO,
    path: `${BASE}sync/`,
    name: 'settings.ldap.sync',
    body: { force: boolean({ label: text('Whatever the number of leavers', '不限禁用人数', '無効になる人数を問わない'), default: false }) },
    async start(ctx, { body }) {
      ctx.audit({
        action: 'update',
        resourceType: 'setting',
        resourceId: 'ldap',
        resource: body.force ? 'sync, whatever it disables' : 'sync',
      });
      return startOrder(ctx, deps.jobs, { mode: 'sync', ...(body.force ? { force: true } : {}) });
    },
  });

/** The directory of the settings: tests, its people, importing them and following it (docs/wire/settings.md#directory). */
export const directoryRoutes = (deps: SyncDeps): readonly Route[] => [
  testConfig(deps),
  testLogin(deps),
  people(deps),
  clear(),
  importPeople(deps),
  preview(deps),
  sync(deps),
];
