import { readFile } from 'node:fs/promises';
import { addressOf } from '@postern/client/api';
import { API, withQuery } from '@postern/client/http';
import { ORG, PLATFORM_LINUX } from '@postern/contract/ids';
import { uniqueName } from '@postern/testkit/factories';
import { ASSET, DEPARTMENT, PERSON } from './estate-data.ts';
import type { Caller } from './http-client.ts';
import type { World } from './section.ts';

/** Every GET of the OpenAPI document, its parameters filled with what is really there. */

export interface Address {
  /** As the document has it. */
  template: string;
  path: string;
  /** Takes `limit`. */
  paged: boolean;
}

interface Operation {
  parameters?: { $ref?: string }[];
}
type Paths = Readonly<Record<string, { get?: Operation }>>;

/** Lists whose rows stand behind a parameter, where its name or the path before it does not say so. */
const ROWS_OF: Readonly<Record<string, string>> = {
  [`${API}accounts/change-secret/`]: API + addressOf('changeSecretAutomations'),
  [`${API}accounts/push-account/`]: API + addressOf('pushAccountAutomations'),
  [`${API}ops/playbook/`]: API + addressOf('playbooks'),
  [`${API}ops/celery/task/{name}/task-execution/`]: API + addressOf('taskExecutions'),
  [`${API}tickets/super-tickets/`]: API + addressOf('applyCommandTickets'),
  '{group}': API + addressOf('groups'),
  '{host}': API + addressOf('appletHosts'),
  '{account}': API + addressOf('appletHostsAccounts'),
  '{applet}': API + addressOf('applets'),
  '{task_id}': API + addressOf('jobExecutions'),
};
const TEXTS: Readonly<Record<string, string>> = {
  '{node}': DEPARTMENT,
  '{asset}': ASSET,
  '{n}': '0',
  '{pk}': '1',
  '{code}': 'BCDF-GHJK',
  '{name}': 'task-retention',
};
/** What an address cannot be asked without. */
const QUERIES: Readonly<Record<string, (first: First) => Promise<Record<string, string | undefined>>>> = {
  [`${API}ops/job-execution/asset-detail/`]: async (first) => ({ execution_id: await first(API + addressOf('jobExecutions')) }),
  [`${API}tickets/apply-asset-tickets/deciders/`]: async () => ({ org_id: ORG.DEFAULT }),
  [`${API}tickets/apply-asset-tickets/offered-assets/`]: async () => ({ org_id: ORG.DEFAULT }),
  [`${API}tickets/apply-asset-tickets/offered-nodes/`]: async () => ({ org_id: ORG.DEFAULT }),
};

/** Id of the first row of a list, where it has one. */
type First = (list: string) => Promise<string | undefined>;

const rows = (name: string, more: Record<string, unknown> = {}) => ({ name: uniqueName(name), ...more });
/** Rules that are about nobody there is. */
const nobody = { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: 'nobody at all' }] };
const about = { users: nobody, assets: { type: 'all' }, accounts: ['@ALL'] };
const rules = { ip_group: ['192.0.2.0/24'], time_period: [] };
const quiet = { is_periodic: false, accounts: ['root'], assets: [ASSET], secret_type: 'password', secret_strategy: 'random' };

/** A row for lists in which an estate has none, so that what hangs below them is asked too. */
const MADE: Readonly<Record<string, () => Record<string, unknown>>> = {
  [addressOf('gateways')]: () =>
    rows('get', { address: '192.0.2.9', platform: { pk: PLATFORM_LINUX }, protocols: [{ name: 'ssh', port: 22 }] }),
  [addressOf('favoriteAssets')]: () => ({ asset: ASSET }),
  [addressOf('accountTemplates')]: () => rows('get', { username: 'root', secret_type: 'password', secret: 'open sesame 1' }),
  [addressOf('accountBackupPlans')]: () => rows('get', { is_periodic: false }),
  [addressOf('changeSecretAutomations')]: () => rows('get', quiet),
  [addressOf('pushAccountAutomations')]: () => rows('get', quiet),
  [addressOf('gatherAccountAutomations')]: () => rows('get', quiet),
  [addressOf('loginAcls')]: () => rows('get', { users: nobody, rules, action: 'accept' }),
  [addressOf('loginAssetAcls')]: () => rows('get', { ...about, rules, action: 'accept' }),
  [addressOf('connectMethodAcls')]: () => rows('get', { users: nobody, connect_methods: ['web_cli'], action: 'reject' }),
  [addressOf('commandGroups')]: () => rows('get', { type: 'command', content: 'reboot' }),
  [addressOf('commandFilterAcls')]: () => rows('get', { ...about, action: 'warning' }),
  [addressOf('adhocs')]: () => rows('get', { module: 'shell', args: 'uptime' }),
  [addressOf('jobs')]: () => rows('get', { args: 'uptime', assets: [ASSET], is_periodic: false }),
  [addressOf('playbooks')]: () => rows('get'),
  [addressOf('appletHosts')]: () => rows('get', { address: '192.0.2.40' }),
  [addressOf('endpointRules')]: () => rows('get', { ip_group: ['192.0.2.0/24'], priority: 77 }),
  [addressOf('accessKeys')]: () => ({}),
  [addressOf('savedViews')]: () => rows('get', { table_name: 'AssetHostList', config: { columns: ['name'] } }),
  [addressOf('cloudAccounts')]: () =>
    rows('get', {
      provider: 'lan',
      attrs: { ip_group: ['10.1.2.0/30'], test_port: 22, test_timeout: 1, platform: 1, hostname_prefix: 'lan' },
    }),
};

/** Every address, and those that nothing could be filled into. */
export async function getAddresses(caller: Caller, say: World['say']): Promise<{ addresses: Address[]; unfilled: string[] }> {
  const { paths } = JSON.parse(await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8')) as { paths: Paths };
  const kept = new Map<string, Promise<string | undefined>>();
  const first: First = (list) => {
    const known = kept.get(list) ?? firstOf(caller, list, say);
    kept.set(list, known);
    return known;
  };
  const found = await caller.json<{ results: { id: string }[] }>(addressOf('users', 'list', { limit: 1, offset: 0, username: PERSON }));
  const person = found.results[0]?.id;
  const addresses: Address[] = [];
  const unfilled: string[] = [];
  for (const [template, { get }] of Object.entries(paths)) {
    if (!get) continue;
    const path = await filled(template, async (before, param) =>
      param === '{user}' || param === '{user_id}' ? person : (TEXTS[param] ?? (await first(ROWS_OF[before] ?? ROWS_OF[param] ?? before))),
    );
    const paged = (get.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/limit'));
    if (path === undefined) unfilled.push(template);
    else addresses.push({ template, path: withQuery(path, await QUERIES[template]?.(first)), paged });
  }
  return { addresses, unfilled };
}

async function firstOf(caller: Caller, list: string, say: World['say']): Promise<string | undefined> {
  const look = async () => {
    const { status, body } = await caller.send({ path: withQuery(list, { limit: 1, offset: 0 }) });
    if (status !== 200) return undefined;
    const answer = JSON.parse(body.toString()) as { results?: { id?: string }[] } & { id?: string }[];
    const id = (answer.results ?? answer)[0]?.id;
    return id === undefined ? undefined : String(id);
  };
  const id = await look();
  const make = MADE[list.slice(API.length)];
  if (id !== undefined || !make) return id;
  const { status, body } = await caller.send({ method: 'POST', path: list, body: make() });
  if (status !== 201) say(`No row in ${list}: ${status} ${body.toString().slice(0, 200)}`);
  return look();
}

/** A path with its parameters, undefined where one of them stays empty. */
async function filled(
  template: string,
  value: (before: string, param: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const done: string[] = [];
  const segments = template.split('/');
  for (const [at, segment] of segments.entries()) {
    const text = segment.startsWith('{') ? await value(`${segments.slice(0, at).join('/')}/`, segment) : segment;
    if (text === undefined) return undefined;
    done.push(segment.startsWith('{') ? encodeURIComponent(text) : text);
  }
  return done.join('/');
}
