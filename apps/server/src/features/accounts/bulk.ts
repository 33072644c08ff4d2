import { randomBytes } from 'node:crypto';
import { CodedError, FIELD_ERRORS, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type SecretType, secretTypesOf } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import {
  among,
  type BodyOf,
  type Context,
  choice,
  FLAG_SCHEMA,
  holds,
  insertMany,
  type Kernel,
  listSchema,
  objectSchema,
  readBody,
  sharedLookups,
  TEXT_SCHEMA,
} from '@postern/resource';
import type { SqlBool } from 'kysely';
import { looseIds } from '../../platform/fields.ts';
import { answerShape } from '../../platform/shown.ts';
import { asset, assetRows } from '../assets/index.ts';
import { orgKey, takenKey } from './account.behaviour.ts';
import { account, ON_INVALID } from './account.resource.ts';
import { overwrite } from './overwrite.ts';
import { templateRows } from './template.ts';

/** One login on many assets at once (docs/wire/accounts.md#an-account-on-many-assets). */

const STATES = ['error', 'skipped', 'updated', 'created'] as const;
type State = (typeof STATES)[number];
interface Result {
  asset: string;
  /** Ours: tells a person's next attempt which assets are left. */
  asset_id: string;
  state: State;
  error?: string;
  changed?: boolean;
}
export const resultShape = answerShape(
  listSchema(
    objectSchema({ asset: TEXT_SCHEMA, asset_id: TEXT_SCHEMA, state: { enum: STATES } }, { error: TEXT_SCHEMA, changed: FLAG_SCHEMA }),
  ),
);
type Body = Readonly<Record<string, unknown>>;

const unsupported = text(
  'None of its protocols takes this type of secret.',
  '该资产的协议不支持此密文类型。',
  'このシークレットの種類に対応するプロトコルがありません。',
);
const exists = text('This account exists already.', '该账号已存在。', 'このアカウントは既に存在します。');

interface Target {
  id: string;
  org_id: string;
  name: string;
  address: string;
  protocols: readonly { name: string }[] | null;
  match: string | null;
  same_name: SqlBool;
  su_from: string | null;
}

/** The assets among these, each with what the accounts on it have to do with the new one. */
function targets(ctx: Context, ids: readonly string[], body: Body, secretType: string): Promise<Target[]> {
  return ctx.tx
    .selectFrom('assets as a')
    .select(['a.id', 'a.org_id', 'a.name', 'a.address', 'a.protocols'])
    .select(({ exists, selectFrom }) => {
      const there = selectFrom('accounts as c').select('c.id').whereRef('c.asset_id', '=', 'a.id');
      const called = (username: unknown) => there.where('c.username', '=', String(username ?? ''));
      return [
        called(body.username).where('c.secret_type', '=', secretType).limit(1).as('match'),
        exists(there.where('c.name', '=', String(body.name ?? ''))).as('same_name'),
        called(body.su_from_username).where('c.username', '<>', '').limit(1).as('su_from'),
      ];
    })
    .where(({ ref }) => among(ref('a.id'), ids))
    .where(assetRows(ctx, 'a'))
    .orderBy('a.name')
    .execute();
}

function firstWords(problems: FieldProblems | FieldProblems[], ctx: Context): string {
  for (const found of Object.values(Array.isArray(problems) ? (problems[0] ?? {}) : problems)) {
    const problem = Array.isArray(found) ? found[0] : undefined;
    if (problem) return render(FIELD_ERRORS[problem.code], ctx.language, problem.params);
  }
  return '';
}

type Outcome = Omit<Result, 'asset' | 'asset_id'>;

/** What becomes of one asset's account; undefined when it is to be made, which is done for many at once. */
async function putOn(
  kernel: Kernel,
  ctx: Context,
  target: Target,
  body: Body,
  onInvalid: string,
  secretType: string,
): Promise<Outcome | undefined> {
  if (!target.protocols?.some(({ name }) => secretTypesOf(name).includes(secretType as SecretType))) {
    return { state: 'error', error: render(unsupported, ctx.language) };
  }
  if (!target.match) return undefined;
  if (onInvalid === 'skip') return { state: 'skipped', changed: false };
  if (onInvalid === 'error') return { state: 'error', error: render(exists, ctx.language) };
  const { changed } = await overwrite(kernel, ctx, target.match, body);
  return { state: changed ? 'updated' : 'skipped', changed };
}

const wordsOf = (error: unknown, ctx: Context): Outcome => {
  if (!(error instanceof InvalidInput)) throw error;
  return { state: 'error', error: firstWords(error.problems, ctx) };
};

/** Assets of one request. */
const MAX_ASSETS = 5_000;
/** Accounts that are stored together. */
const BATCH = 250;

/** Makes the account on assets that do not have it, through the kernel's write path; each refusal is its own row's. */
async function makeOn(kernel: Kernel, ctx: Context, targets: readonly Target[], body: Body): Promise<Map<string, Outcome>> {
  const resource = kernel.byName('account');
  const outcomes = new Map<string, Outcome>();
  for (let at = 0; at < targets.length; at += BATCH) {
    const shared = sharedLookups();
    const part: Target[] = [];
    const drafts: Parameters<typeof insertMany>[2][number][] = [];
    for (const target of targets.slice(at, at + BATCH)) {
      const name = target.same_name ? `${String(body.name).slice(0, 120)}-${randomBytes(2).toString('hex')}` : body.name;
      const item = { ...body, name, asset: target.id, ...(target.su_from ? { su_from: target.su_from } : {}) };
      try {
        const values = readBody(resource, ctx, item, { verb: 'create', partial: false });
        // Found for all of them by one query; what is stored otherwise than it was asked for is looked up once more.
        await shared.once(orgKey(target.id), async () => ({ org_id: target.org_id }));
        if (!target.same_name && values.name === name && values.username === body.username)
          await shared.once(takenKey(target.id, values), async () => undefined);
        drafts.push({ values, body: item });
        part.push(target);
      } catch (error) {
        outcomes.set(target.id, wordsOf(error, ctx));
      }
    }
    for (const [step, outcome] of (await insertMany(resource, ctx, drafts, { shared })).entries())
      outcomes.set(part[step]?.id ?? '', 'refusal' in outcome ? wordsOf(outcome.refusal, ctx) : { state: 'created', changed: true });
  }
  return outcomes;
}

/** What a request says beside the account itself, which is read once for each asset. */
export const BULK_FIELDS = {
  assets: looseIds(asset.labelPlural, {
    max: MAX_ASSETS,
    required: true,
    idOf: (entry) => (typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry),
  }),
  on_invalid: choice({ label: account.fields.on_invalid.options.label, nullable: true, choices: ON_INVALID }),
};

/** Result rows, errors first. With `on_invalid: error` any error refuses the whole request and nothing is stored. */
export async function createMany(kernel: Kernel, ctx: Context, asked: BodyOf<typeof BULK_FIELDS>, body: Body): Promise<Result[]> {
  const onInvalid = asked.on_invalid ?? 'error';
  // Asked of everybody, whether there is something to overwrite or not.
  if (onInvalid === 'update' && !holds(ctx.actor, ['accounts.change_account'])) throw new CodedError('permission_denied');
  const { assets: _assets, on_invalid: _on, ...rest } = await named(ctx, body);
  const secretType = String(rest.secret_type ?? 'password');
  const found = await targets(ctx, asked.assets, rest, secretType);
  const outcomes = new Map<string, Outcome>();
  for (const target of found) {
    try {
      const known = await putOn(kernel, ctx, target, rest, onInvalid, secretType);
      if (known) outcomes.set(target.id, known);
    } catch (error) {
      outcomes.set(target.id, wordsOf(error, ctx));
    }
  }
  const missing = found.filter(({ id }) => !outcomes.has(id));
  for (const [id, one] of await makeOn(kernel, ctx, missing, rest)) outcomes.set(id, one);
  const results = found.flatMap(({ id, name, address }): Result[] => {
    const one = outcomes.get(id);
    return one ? [{ asset: `${name}(${address})`, asset_id: id, ...one }] : [];
  });
  const failed = results
    .filter((result) => result.state === 'error')
    .map(({ asset, asset_id, state, error }) => ({ asset, asset_id, state, error }));
  if (onInvalid === 'error' && failed.length > 0) throw new CodedError('error', {}, { body: failed });
  return results.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
}

/** With a template, the name and kind of login to look for are the template's. */
async function named(ctx: Context, body: Body): Promise<Record<string, unknown>> {
  const template = parseUuid(body.template);
  if (!template) return { ...body, name: body.name || body.username };
  const found = await ctx.tx
    .selectFrom('account_templates as x')
    .select(['x.name', 'x.username', 'x.secret_type'])
    .where('x.id', '=', template)
    .where(templateRows(ctx, 'x'))
    .executeTakeFirst();
  if (!found) throw InvalidInput.on('template', 'does_not_exist', { value: template });
  return { ...body, ...found };
}
