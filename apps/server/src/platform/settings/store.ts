import { isDeepStrictEqual } from 'node:util';
import type { SettingDefinition } from '@postern/contract/setting-definition';
import { SETTINGS, type SettingKey, type SettingsReader } from '@postern/contract/settings';
import type { Context, Database, Log, SecretBox } from '@postern/resource';
import { now } from '../database/moment.queries.ts';
import type { EventBus } from '../events/bus.ts';

const CHANNEL = 'settings';

/** Settings changed while the system runs: one row per key, kept in memory on every node until any node changes one. */
export interface SettingsStore extends SettingsReader {
  /** Value of a name that is no public setting (a key pair made once); undefined when never saved. */
  stored(name: string): unknown;
  /** Names that begin so, in order. */
  names(prefix: string): string[];
  /** What is stored under these names at this moment, read in the caller's transaction; a name without a row is left out. */
  read(ctx: Context, names: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Stores values inside the caller's transaction; this node reads them once it has committed, the others right after. */
  set(ctx: Context, values: Readonly<Record<string, unknown>>, options?: { secret?: boolean }): Promise<void>;
  /** Forgets what is kept under these names, as `set` stores. */
  remove(ctx: Context, names: readonly string[]): Promise<void>;
  /** Hears which values are others than before, once this node goes by them; whichever node changed them. @returns how to stop */
  onChange(heard: (names: ReadonlySet<string>) => void): () => void;
  start(): Promise<void>;
  /** Nothing is read any more: the database is about to be closed. */
  stop(): void;
}

/** What a provider beside the first is set to is kept as `KEY@provider`, and is as secret. */
const isSecret = (stored: string): boolean => {
  const [name = ''] = stored.split('@');
  const definition: { secret?: boolean } | undefined = Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingKey] : undefined;
  return definition?.secret === true;
};

interface Stored {
  name: string;
  value: unknown;
  encrypted: boolean;
}

export function createSettingsStore(db: Database, events: EventBus, secrets: SecretBox, log: Log): SettingsStore {
  let values: ReadonlyMap<string, unknown> = new Map();
  const hearing = new Set<(names: ReadonlySet<string>) => void>();

  const opened = (rows: readonly Stored[]): ReadonlyMap<string, unknown> =>
    new Map(rows.map((row) => [row.name, row.encrypted ? (JSON.parse(secrets.decrypt(String(row.value))) as unknown) : row.value]));

  let asked = 0;
  let answered = 0;
  /** Two readings may answer in the other order, on two connections: what was asked for first never takes the place of what was asked for later. */
  async function load(): Promise<void> {
    asked += 1;
    const turn = asked;
    const rows = await db.selectFrom('settings').select(['name', 'value', 'encrypted']).execute();
    if (turn < answered) return;
    answered = turn;
    const before = values;
    values = opened(rows);
    const changed = new Set([...values.keys(), ...before.keys()].filter((name) => !isDeepStrictEqual(values.get(name), before.get(name))));
    if (changed.size > 0) for (const heard of hearing) heard(changed);
  }
  let stopped = false;
  const reload = (): void => {
    if (stopped) return;
    load().catch((error: unknown) => {
      if (!stopped) log.error({ err: error }, 'settings could not be read');
    });
  };
  events.subscribe(CHANNEL, reload);
  events.onGap(reload);

  return {
    // What is stored was checked against the key's rule when it was written; a fixed one was stored by a former version, if at all.
    get: (key) => {
      const { fixed, default: usual }: SettingDefinition = SETTINGS[key];
      return (fixed ? usual : (values.get(key) ?? usual)) as never;
    },
    stored: (name) => values.get(name),
    names: (prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)).toSorted(),
    async read(ctx, names) {
      if (names.length === 0) return new Map();
      const rows = await ctx.tx
        .selectFrom('settings')
        .select(['name', 'value', 'encrypted'])
        .where('name', 'in', [...names])
        .execute();
      return opened(rows);
    },
    async set(ctx, changed, { secret = false } = {}) {
      for (const [name, value] of Object.entries(changed)) {
        const encrypted = secret || isSecret(name);
        const text = JSON.stringify(encrypted ? secrets.encrypt(JSON.stringify(value)) : (value ?? null));
        await ctx.tx
          .insertInto('settings')
          .values({ name, value: text, encrypted })
          .onConflict((clash) => clash.column('name').doUpdateSet({ value: text, encrypted, date_updated: now }))
          .execute();
      }
      await events.publish(ctx.tx, CHANNEL, { count: Object.keys(changed).length });
      ctx.afterCommit(load);
    },
    async remove(ctx, names) {
      if (names.length === 0) return;
      await ctx.tx
        .deleteFrom('settings')
        .where('name', 'in', [...names])
        .execute();
      await events.publish(ctx.tx, CHANNEL, { count: names.length });
      ctx.afterCommit(load);
    },
    onChange(heard) {
      hearing.add(heard);
      return () => void hearing.delete(heard);
    },
    start: load,
    stop() {
      stopped = true;
    },
  };
}
