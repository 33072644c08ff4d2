import { randomBytes } from 'node:crypto';
import { CodedError, FIELD_ERRORS, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type SecretType, secretTypesOf } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import type { Context, Kernel } from '@postern/resource';
import { sql } from 'kysely';
import { inOrg } from '../nodes/index.ts';
import { createAccount } from './account.service.ts';
import { overwrite } from './overwrite.ts';

/** One login on many assets at once (contract/accounts.md §2.1). */

type State = 'error' | 'skipped' | 'updated' | 'created';
interface Result {
  asset: string;
  /** Not in the contract: tells a person's next attempt which assets are left. */
  asset_id: string;
  state: State;
  error?: string;
  changed?: boolean;
}
type Body = Readonly<Record<string, unknown>>;

const unsupported = text(
  'None of its protocols takes this type of secret.',
  '该资产的协议不支持此密文类型。',
  'このシークレットの種類に対応するプロトコルがありません。',
);
const exists = text('This account exists already.', '该账号已存在。', 'このアカウントは既に存在します。');

interface Target {
  id: string;
  name: string;
  address: string;
  protocols: { name: string }[];
  match: string | null;
  same_name: boolean;
  su_from: string | null;
}

async function targets(ctx: Context, ids: readonly string[], body: Body, secretType: string): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select a.id, a.name, a.address, coalesce(a.protocols, '[]'::jsonb) as protocols,
      (select c.id from accounts c where c.asset_id = a.id and c.username = ${String(body.username ?? '')} and c.secret_type = ${secretType} limit 1) as match,
      exists (select 1 from accounts c where c.asset_id = a.id and c.name = ${String(body.name ?? '')}) as same_name,
      (select c.id from accounts c where c.asset_id = a.id and c.username = ${String(body.su_from_username ?? '')} and c.username <> '' limit 1) as su_from
    from assets a where a.id = any(${ids}::uuid[]) and ${inOrg(ctx, sql`a.org_id`)} order by a.name`.execute(ctx.tx);
  return rows;
}

function firstWords(problems: FieldProblems | FieldProblems[], ctx: Context): string {
  for (const found of Object.values(Array.isArray(problems) ? (problems[0] ?? {}) : problems)) {
    const problem = Array.isArray(found) ? found[0] : undefined;
    if (problem) return render(FIELD_ERRORS[problem.code], ctx.language, problem.params);
  }
  return '';
}

async function putOn(
  kernel: Kernel,
  ctx: Context,
  target: Target,
  body: Body,
  onInvalid: string,
  secretType: string,
): Promise<Omit<Result, 'asset' | 'asset_id'>> {
  if (!target.protocols.some(({ name }) => secretTypesOf(name).includes(secretType as SecretType))) {
    return { state: 'error', error: render(unsupported, ctx.language) };
  }
  if (target.match && onInvalid === 'skip') return { state: 'skipped', changed: false };
  if (target.match && onInvalid === 'error') return { state: 'error', error: render(exists, ctx.language) };
  if (target.match) {
    const { changed } = await overwrite(kernel, ctx, target.match, body);
    return { state: changed ? 'updated' : 'skipped', changed };
  }
  const name = target.same_name ? `${String(body.name).slice(0, 120)}-${randomBytes(2).toString('hex')}` : body.name;
  await createAccount(kernel, ctx, { ...body, name, asset: target.id, ...(target.su_from ? { su_from: target.su_from } : {}) });
  return { state: 'created', changed: true };
}

const order: readonly State[] = ['error', 'skipped', 'updated', 'created'];

/** Result rows, errors first. With `on_invalid: error` any error refuses the whole request and nothing is stored. */
export async function createMany(kernel: Kernel, ctx: Context, given: unknown): Promise<Result[]> {
  const body = (given ?? {}) as Record<string, unknown>;
  if (!Array.isArray(body.assets)) throw InvalidInput.on('assets', body.assets === undefined ? 'required' : 'not_a_list');
  if (body.assets.length > 1000) throw InvalidInput.on('assets', 'too_many', { max: 1000 });
  const ids = (body.assets as unknown[]).flatMap(
    (entry) => parseUuid(typeof entry === 'object' && entry !== null ? (entry as Body).id : entry) ?? [],
  );
  const onInvalid = ['skip', 'update'].includes(String(body.on_invalid)) ? String(body.on_invalid) : 'error';
  const { assets: _assets, on_invalid: _on, ...rest } = await named(ctx, body);
  const secretType = String(rest.secret_type ?? 'password');
  const results: Result[] = [];
  for (const target of await targets(ctx, ids, rest, secretType)) {
    const asset = { asset: `${target.name}(${target.address})`, asset_id: target.id };
    try {
      results.push({ ...asset, ...(await putOn(kernel, ctx, target, rest, onInvalid, secretType)) });
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      results.push({ ...asset, state: 'error', error: firstWords(error.problems, ctx) });
    }
  }
  const failed = results
    .filter((result) => result.state === 'error')
    .map(({ asset, asset_id, state, error }) => ({ asset, asset_id, state, error }));
  if (onInvalid === 'error' && failed.length > 0) throw new CodedError('error', {}, { body: failed });
  return results.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

/** With a template, the name and kind of login to look for are the template's. */
async function named(ctx: Context, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const template = parseUuid(body.template);
  if (!template) return { ...body, name: body.name || body.username };
  const { rows } = await sql<{ name: string; username: string; secret_type: string }>`
    select name, username, secret_type from account_templates where id = ${template} and ${inOrg(ctx)}`.execute(ctx.tx);
  if (!rows[0]) throw InvalidInput.on('template', 'does_not_exist', { value: template });
  return { ...body, ...rows[0] };
}
