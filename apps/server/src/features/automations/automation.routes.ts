import { InvalidInput } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import {
  at,
  type Context,
  can,
  change,
  containing,
  type Field,
  inOrg,
  json,
  type Kernel,
  linkedSchema,
  listSchema,
  objectSchema,
  Problem,
  type Route,
  type Row,
  recordSchema,
  reference,
  relatedId,
  TEXT_SCHEMA,
  text as textField,
  uuid,
} from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { links } from '../../platform/routes/links.ts';
import { ownList } from '../../platform/routes/list.ts';
import { run } from '../../platform/routes/run.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { type ChangingType, KINDS, type PlannedType } from './automation.resources.ts';
import { EXECUTION_KINDS } from './execution.resources.ts';
import { startByHand } from './start.ts';
import { UNSUPPORTED } from './supported.ts';
import { assetsOf } from './target.queries.ts';
import { linked } from './targets.ts';

const MAX = 10_000;
const WRONG = text('A list of ids that exist is expected.', '应为有效的 ID 列表。', '存在する ID のリストが必要です。');

/** Letters of a word that is looked for; what is longer is cut. */
const word = (label: Text) => textField({ label, max: 16_384, default: '', blank: true });
const LOOKED_FOR = { name: word(WORDS.name), address: word(WORDS.address), search: word(text('Search', '搜索', '検索')) };

/** What the list of assets of an automation answers to. */
interface Wanted {
  name: string;
  address: string;
  search: string;
}

const reached = (ctx: Context, type: PlannedType, id: string, { name, address, search }: Wanted) => {
  const like = containing(search);
  return ctx.tx
    .selectFrom('assets as a')
    .select(['a.id', 'a.name', 'a.address'])
    .where('a.id', 'in', assetsOf(type, id))
    .where(inOrg(ctx, at('a')))
    .$if(name !== '', (found) => found.where('a.name', '=', name))
    .$if(address !== '', (found) => found.where('a.address', '=', address))
    .$if(search !== '', (found) => found.where((eb) => eb.or([eb('a.name', 'ilike', like), eb('a.address', 'ilike', like)])))
    .orderBy('a.name')
    .limit(100_000)
    .execute();
};

/** Ids, bare or of objects. What is no list of them is read as null: it is told with 200. */
function idList(label: Text): Field<string[] | null, 'sometimes'> {
  const plain = json({ label, nullable: true });
  const parse = (given: unknown): string[] | null => {
    if (!Array.isArray(given) || given.length > MAX) return null;
    try {
      return given.map((one: unknown) => String(relatedId(one, {})));
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  };
  return {
    options: plain.options,
    kind: { ...plain.kind, parse, schema: (field) => ({ ...linkedSchema(field, 'body'), nullable: true }) },
  };
}

/** A refusal of all the assets together has words of its own. */
function wordsOf({ problems }: InvalidInput): [Text?, Readonly<Record<string, unknown>>?] {
  const together = Array.isArray(problems) ? undefined : problems.assets;
  const [first] = Array.isArray(together) ? together : [];
  return first?.code === 'not_automated' ? [UNSUPPORTED, first.params] : [];
}

interface Relinking {
  type: PlannedType;
  side: 'assets' | 'nodes';
  action: string;
  ids: readonly string[] | null | undefined;
}

/** Puts assets or nodes on an automation or takes them off. What cannot be done is told with 200, as clients of the API expect. */
async function relink(kernel: Kernel, ctx: Context, before: Row & { id: string }, { type, side, action, ids }: Relinking): Promise<object> {
  const refused = (why: Text = WRONG, params = {}) => ({ error: { [side]: [render(why, ctx.language, params)] } });
  if (!ids || (action !== 'add' && action !== 'remove')) return refused();
  const now = await linked(ctx, type, side, before.id);
  const gone = new Set(ids);
  const next = action === 'add' ? [...new Set([...now, ...ids])] : now.filter((id) => !gone.has(id));
  if (next.length > MAX) return refused();
  if (next.length === now.length) return { msg: 'ok' };
  try {
    await change(kernel.byName(KINDS[type].resource.name), ctx, before, { [side]: next });
  } catch (error) {
    // Found before anything was written: an id of nothing, or of another organisation, or nothing that could be automated.
    if (error instanceof InvalidInput) return refused(...wordsOf(error));
    throw error;
  }
  return { msg: 'ok' };
}

/** What cannot be done is told beside what can. */
const relinked = answerShape(
  { oneOf: [objectSchema({ msg: { enum: ['ok'] } }), objectSchema({ error: recordSchema(listSchema(TEXT_SCHEMA)) })] },
  'automation.relinked',
);

/** What hangs below one automation (docs/wire/automations.md#assets-and-nodes-of-a-plan). */
function below(type: ChangingType): Route[] {
  const { kind, resource } = KINDS[type];
  const base = `/api/v1/accounts/${kind}/:id/`;
  const name = (what: string) => `accounts.${resource.name}.${what}`;
  const change = { answer: relinked, on: resource, who: can(`accounts.change_${resource.name}`) } as const;
  const assets = (action: 'add' | 'remove') =>
    links({
      ...change,
      path: `${base}asset/${action}/`,
      name: name(`${action}Assets`),
      ids: { assets: idList(WORDS.asset) },
      link: (ctx, { row, body, kernel }) => relink(kernel, ctx, row, { type, side: 'assets', action, ids: body.assets }),
    });
  return [
    ownList({
      path: `${base}assets/`,
      name: name('assets'),
      who: can(`accounts.view_${resource.name}`),
      rows: { one: resource },
      query: LOOKED_FOR,
      answer: { title: WORDS.asset, fields: { id: shown(WORDS.id), name: shown(WORDS.name), address: shown(WORDS.address) } },
      items: (ctx, { row, query }) => reached(ctx, type, row.id, query),
    }),
    ...assets('add'),
    ...assets('remove'),
    ...links({
      ...change,
      path: `${base}nodes/`,
      name: name('nodes'),
      query: { action: word(WORDS.actions) },
      ids: { nodes: idList(WORDS.node) },
      link: (ctx, { row, body, query, kernel }) => relink(kernel, ctx, row, { type, side: 'nodes', action: query.action, ids: body.nodes }),
    }),
  ];
}

/** `POST {executions}/` of a type: `{automation}`. */
function starting(type: PlannedType, jobs: Pick<Jobs, 'enqueue'>): Route {
  const { path, name, add } = EXECUTION_KINDS[type];
  const { resource } = KINDS[type];
  return run({
    path: `/api/v1/accounts/${path}/`,
    name: `accounts.${name}.create`,
    who: can(add),
    rows: { of: [resource] },
    body: {
      automation: reference(resource.name, { label: resource.label, required: true }),
      failed_of: uuid({ label: text('Only what failed in', '仅重试该次执行的失败项', '失敗分のみ再実行'), nullable: true }),
    },
    ofOrganisation: true,
    start: (ctx, { body, kernel }) => startByHand(kernel, ctx, jobs, type, body),
  });
}

/** Starting runs, and what an automation is made of. */
export const automationRoutes = (jobs: Pick<Jobs, 'enqueue'>): readonly Route[] => [
  ...(Object.keys(KINDS) as PlannedType[]).map((type) => starting(type, jobs)),
  ...below('change_secret'),
  ...below('push_account'),
];
