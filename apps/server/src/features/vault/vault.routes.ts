import { CodedError, InvalidInput } from '@postern/contract/errors';
import { settingProblem } from '@postern/contract/setting-problem';
import { definitionOf, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import { VAULT_SETTINGS } from '@postern/contract/settings-of-vault';
import { type Text, text } from '@postern/contract/text';
import {
  type Context,
  can,
  type Field,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  type Route,
  secret,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import { detail } from '../../platform/routes/detail.ts';
import { run } from '../../platform/routes/run.ts';
import { trial } from '../../platform/routes/trial.ts';
import { countSecrets, type SecretColumn } from '../../platform/secrets/external-columns.queries.ts';
import { answerShape, shown } from '../../platform/shown.ts';
import { formOver, keepToTheirPlaces } from '../settings/index.ts';
import { startTask } from '../tasks/index.ts';
import { storeOf, type VaultKey } from './config.ts';
import type { VaultDeps } from './deps.ts';
import { MOVE } from './jobs.ts';
import { NOT_SET_UP, testStore } from './test-store.ts';

const BASE = '/api/v1/settings/vault/';
const WHO = { who: can('settings.change_vault'), rows: { none: 'the secret store of the settings' } } as const;

/** What is kept, in words. */
const KINDS: Readonly<Record<SecretColumn['table'], Text>> = {
  accounts: text('Accounts', '账号', 'アカウント'),
  accounts_history: text('Former secrets', '历史密文', '過去のシークレット'),
  account_templates: text('Templates', '账号模板', 'テンプレート'),
  change_secret_records: text('Records of changes', '改密记录', '変更の記録'),
  change_secret_automations: text('Plans of changes', '改密计划', '変更プラン'),
  push_account_automations: text('Plans of pushes', '推送计划', '配布プラン'),
  automation_executions: text('Runs under way', '进行中的执行', '実行中の処理'),
};

const KEYS = Object.keys(VAULT_SETTINGS) as VaultKey[];
const isChosen = (key: VaultKey): boolean => definitionOf(key).rule.kind !== 'boolean';

function fieldOf(key: VaultKey): Field {
  const { rule, secret: hidden } = definitionOf(key);
  const label = text(key, key, key);
  const max = rule.kind === 'text' ? rule.max : 64;
  if (hidden) return secret({ label, max });
  return textField({ label, max, blank: true, nullable: true, ...(rule.kind === 'text' && rule.multiline ? { multiline: true } : {}) });
}
const FORM: Readonly<Record<string, Field>> = Object.fromEntries(KEYS.filter(isChosen).map((key) => [key, fieldOf(key)]));

/** Settings as a form has them, saved or not. A saved secret is for the place it was given for, and not sent to another. @throws InvalidInput */
function formOf(settings: SettingsReader, body: Readonly<Record<string, unknown>>): SettingsReader {
  const given = new Map<SettingKey, unknown>();
  for (const key of KEYS.filter(isChosen)) {
    const value = body[key];
    if (value === undefined || value === null || (definitionOf(key).secret && value === '')) continue;
    const wrong = settingProblem(key, value);
    if (wrong) throw new InvalidInput({ [key]: [wrong] });
    given.set(key, value);
  }
  keepToTheirPlaces(settings, given);
  return formOver(settings, given);
}

const testing = ({ platform, settings }: VaultDeps): Route =>
  trial({
    ...WHO,
    path: `${BASE}testing/`,
    name: 'settings.vault.testing',
    answer: answerShape(
      objectSchema({ ok: FLAG_SCHEMA, steps: listSchema(objectSchema({ step: TEXT_SCHEMA, ok: FLAG_SCHEMA, detail: TEXT_SCHEMA })) }),
    ),
    body: FORM,
    attempt: async (ctx, { body }) => ok(await testStore(storeOf(formOf(settings, body), platform.outbound), ctx.language)),
  });

/** The run that moves secrets at this moment. */
const running = (ctx: Context) =>
  ctx.tx.selectFrom('task_runs').select('id').where('name', '=', MOVE).where('is_finished', '=', false).limit(1).executeTakeFirst();

const TITLE = text('Secret store', '密文存储', 'シークレットの保存先');
const HERE = text('Secrets here', '本地密文', 'ここにあるシークレット');
const THERE = text('Secrets in the store', '外部存储密文', '外部にあるシークレット');
const COUNTED = { here: INTEGER_SCHEMA, there: INTEGER_SCHEMA };
const status = ({ platform, settings }: VaultDeps): Route =>
  detail({
    ...WHO,
    path: `${BASE}status/`,
    name: 'settings.vault.status',
    answer: {
      title: TITLE,
      fields: {
        enabled: shown(text('On', '启用', '有効'), 'boolean'),
        store: shown(TITLE, 'string', { nullable: true }),
        away: shown(text('Why it is left alone', '无响应原因', '応答しない理由'), 'string', { nullable: true }),
        here: shown(HERE, 'integer'),
        there: shown(THERE, 'integer'),
        kinds: shown(text('By kind', '按类型', '種類ごと'), 'list', {
          answered: listSchema(objectSchema({ name: TEXT_SCHEMA, label: TEXT_SCHEMA, ...COUNTED })),
        }),
        task: shown(text('Run that moves them', '迁移任务', '移動中の処理'), 'string', { nullable: true }),
      },
    },
    async show(ctx) {
      const counts = Object.entries(await countSecrets(ctx.tx)) as [SecretColumn['table'], { here: number; there: number }][];
      return {
        enabled: settings.get('VAULT_ENABLED'),
        store: storeOf(settings, platform.outbound)?.name ?? null,
        away: platform.externalSecrets.away() ?? null,
        here: counts.reduce((sum, [, kept]) => sum + kept.here, 0),
        there: counts.reduce((sum, [, kept]) => sum + kept.there, 0),
        kinds: counts.map(([name, kept]) => ({ name, label: KINDS[name][ctx.language], ...kept })),
        task: (await running(ctx))?.id ?? null,
      };
    },
  });

/** Moves everything to where it belongs by the settings: to the store while it is on, back while it is off. */
const migrate = ({ platform, settings }: VaultDeps): Route =>
  run({
    ...WHO,
    path: `${BASE}migrate/`,
    name: 'settings.vault.migrate',
    body: 'none',
    errors: ['conflict', 'error'],
    async start(ctx) {
      await lockByName(ctx.tx, MOVE);
      if (await running(ctx)) throw new CodedError('conflict');
      if (!storeOf(settings, platform.outbound)) throw new CodedError('error', { detail: NOT_SET_UP[ctx.language] });
      const to = settings.get('VAULT_ENABLED') ? 'there' : 'here';
      ctx.audit({
        action: 'update',
        resourceType: 'setting',
        resourceId: 'vault',
        resource: `secrets move ${to === 'there' ? 'to the store' : 'back'}`,
      });
      return startTask(ctx, platform.jobs, MOVE, { to });
    },
  });

export const vaultRoutes = (deps: VaultDeps): readonly Route[] => [testing(deps), status(deps), migrate(deps)];
