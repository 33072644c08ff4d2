import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ORG } from '@postern/contract/ids';
import type { Context, Kernel, Route } from '@postern/resource';
import type { DemoPeople } from '../features/authentication/index.ts';
import { createReplayStore } from '../features/sessions/index.ts';
import type { Platform } from '../platform/platform.ts';
import { PEOPLE, ROLES } from './demo-data.ts';
import { fillInventory, fillPeople, type Make, machinesOf, maker, peopleOf, standing } from './inventory.ts';
import { fillPast } from './past/sessions.ts';
import { fillRequest, fillRotation, type Stock } from './waiting.ts';

/** Under this name the settings keep what of the demo was filled in. No screen and no call of the API writes it. */
const MARK = 'demo';

/** What was filled in: which parts, and the people whom the log-in page offers, by username. */
interface Filled {
  parts: readonly string[];
  people: Readonly<Record<string, string>>;
}

export interface Filling {
  platform: Platform;
  kernel: Kernel;
  routes: readonly Route[];
  target: { password: string; port: number };
  /** Hears which part begins. */
  say: (what: string) => void;
}

/** What of the demo there is afterwards. */
export interface Demo {
  /** Usernames of the people who were made now, and the password they got. */
  made: readonly string[];
  password: string;
  /** Those whom the log-in page offers. */
  people: DemoPeople;
}

const offered = ({ people }: Filled): DemoPeople =>
  new Map(ROLES.flatMap(({ username, part }) => (people[username] ? [[people[username], part] as const] : [])));

interface Part {
  name: string;
  says: string;
  fill: (ctx: Context, stock: Stock) => Promise<void>;
}

/** A rule that the sessions of the past ran into, and those of today do. */
async function fillRule(make: Make): Promise<{ id: string; group: string }> {
  const group = await make('commandgroup', { name: 'Deletes all there is', type: 'command', content: 'rm -rf\nflushall' });
  const rule = await make('commandfilteracl', {
    name: 'Nothing is deleted whole',
    action: 'reject',
    users: { type: 'all' },
    assets: { type: 'all' },
    accounts: ['*'],
    command_groups: [group.id],
  });
  return { id: String(rule.id), group: String(group.id) };
}

const partsOf = ({ platform, kernel, routes }: Filling): readonly Part[] => [
  {
    name: 'past',
    says: 'sessions of the past month',
    async fill(ctx, { make, people, machines }) {
      const store = createReplayStore(join(platform.settings.dataDir, 'replays'));
      await fillPast(ctx, { store, jobs: platform.jobs, rule: await fillRule(make) }, people, machines);
    },
  },
  { name: 'request', says: 'a request that waits', fill: (ctx, stock) => fillRequest(ctx, { kernel, routes }, stock) },
  { name: 'rotation', says: 'a change of passwords', fill: (ctx, stock) => fillRotation(ctx, { kernel, routes }, stock) },
];

/**
 * Fills the Default organisation of an empty installation with demo people, machines, and what they did; of a demo that is there already, with
 * what is missing of it. Each part is one transaction, which also says that it is done. An installation that is neither stays as it is.
 * @returns undefined for an installation of somebody's own
 */
export async function fillDemo(filling: Filling): Promise<Demo | undefined> {
  const { platform, kernel, target, say } = filling;
  const { systemSettings: settings } = platform;
  let filled: Filled = { parts: [], people: {}, ...(settings.stored(MARK) as Partial<Filled> | undefined) };
  const password = `Demo-${randomBytes(6).toString('base64url')}-1`;
  const newcomers: string[] = [];

  /** One part in its transaction, unless it was filled in before. */
  async function part(
    name: string,
    says: string,
    work: (ctx: Context, make: Make) => Promise<Filled['people'] | undefined>,
  ): Promise<void> {
    if (filled.parts.includes(name)) return;
    say(says);
    filled = await platform.asSystem(`demo: ${name}`, async (system) => {
      const ctx: Context = { ...system, org: { id: ORG.DEFAULT, name: 'Default', isRoot: false, isDefault: true } };
      const people = (await work(ctx, maker(kernel, ctx))) ?? {};
      const next = { people: { ...filled.people, ...people }, parts: [...filled.parts, name] };
      await settings.set(ctx, { [MARK]: next });
      return next;
    });
  }

  if (!filled.parts.includes('inventory')) {
    const is = await standing(platform.systemContext('demo'));
    if (is === 'own') return undefined;
    await part('inventory', 'people and machines', async (ctx, make) => {
      if (is === 'filled') return undefined;
      await fillInventory(ctx, make, target, password);
      newcomers.push(...PEOPLE.map(({ username }) => username));
      return undefined;
    });
  }
  await part('roles', 'people to try', async (ctx, make) => {
    const made = await fillPeople(ctx, make, ROLES, password);
    newcomers.push(...made.keys());
    return Object.fromEntries(made);
  });
  for (const { name, says, fill } of partsOf(filling))
    await part(name, says, async (ctx, make) => {
      await fill(ctx, { make, people: await peopleOf(ctx, [...PEOPLE, ...ROLES]), machines: await machinesOf(ctx) });
      return undefined;
    });
  return { made: newcomers, password, people: offered(filled) };
}
