import type { Context, Log, SecretBox } from '@postern/resource';
import { announceIdentityChange } from './auth/identity-cache.ts';
import type { Settings } from './config/settings.ts';
import { type SystemContextOptions, systemContext } from './context.ts';
import { type Connection, connect } from './database/connection.ts';
import { inTransaction } from './database/transaction.ts';
import { createEventBus, type EventBus } from './events/bus.ts';
import { createMetrics, type Metrics } from './health/metrics.ts';
import type { Jobs } from './jobs/jobs.ts';
import { createLocations, type Locations } from './locations.ts';
import { createOutbound, type Outbound } from './outbound/outbound.ts';
import { createSecretBox } from './secrets/envelope.ts';
import { boxWith, createExternalSecrets, type ExternalSecrets } from './secrets/external-secrets.ts';
import type { Keyring } from './secrets/keyring.ts';
import { createSettingsStore, type SettingsStore } from './settings/store.ts';
import { shareOf } from './share.ts';

/** Connections below which requests that wait for each other would wait for good. */
const LEAST_POOL = 6;

/** Told when the bootstrap token was replaced. */
export const BOOTSTRAP_CHANNEL = 'bootstrap-token';

/** What every feature may use, built once per process and handed to the features' factories. */
export interface Platform {
  settings: Settings;
  log: Log;
  database: Connection;
  keyring: Keyring;
  secrets: SecretBox;
  /** The store of account secrets, where one is set up; the feature that knows its settings attaches it. */
  externalSecrets: ExternalSecrets;
  events: EventBus;
  systemSettings: SettingsStore;
  metrics: Metrics;
  /** The one way to fetch something from elsewhere. */
  outbound: Outbound;
  /** Where addresses of people are. */
  locations: Locations;
  /** With which components register; asked each time, because `postern bootstrap-token rotate` replaces it. */
  bootstrapToken(): string;
  /** Sends background work; the queue is attached once all jobs are known. */
  jobs: Pick<Jobs, 'enqueue'> & { attach(queue: Jobs): void };
  /** Makes all nodes forget what they remember of users, rights and organisations, once the transaction commits. */
  identityChanged(ctx: Context): void;
  /** Server processes at most that take requests at the same door: bounds of a person or an address are divided among them. */
  processes: number;
  /** A context of the system, for work that no request asked for. */
  systemContext(reason: string): Context;
  /** Runs work as the system in one transaction with its audit events. */
  asSystem<T>(reason: string, work: (ctx: Context) => Promise<T>): Promise<T>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Work as the system: reading without a transaction, and writing in one of its own. */
export type SystemAccess = Pick<Platform, 'systemContext' | 'asSystem'>;

export interface PlatformOptions {
  settings: Settings;
  databaseUrl: string;
  /** Past the pooler that `databaseUrl` leads to, where there is one. */
  directUrl?: string;
  keyring: Keyring;
  bootstrapToken: string;
  /** Reads it anew when it was replaced. */
  bootstrapTokenAgain?: () => Promise<string>;
  log: Log;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Milliseconds a statement may take; 30 seconds unless told. */
  statementTimeout?: number;
  /** As `Platform.processes`; 1 unless told. */
  processes?: number;
}

/** Puts the platform together; nothing is opened before `start`, so it can also be built to look at (printing, checks). */
export function createPlatform(given: PlatformOptions): Platform {
  const { settings, databaseUrl, directUrl, keyring, bootstrapTokenAgain, log, name, statementTimeout, processes = 1 } = given;
  const database = connect({
    url: databaseUrl,
    pooled: directUrl !== undefined,
    name,
    max: Math.max(Math.min(settings.databasePool, LEAST_POOL), shareOf(settings.databasePool, processes)),
    ...(statementTimeout === undefined ? {} : { statementTimeout }),
    onError: (error) => log.warn({ err: error.message }, 'a database connection was lost'),
  });
  const externalSecrets = createExternalSecrets();
  const secrets = boxWith(createSecretBox(keyring), externalSecrets);
  const events = createEventBus(directUrl ?? databaseUrl, log);
  const systemSettings = createSettingsStore(database.db, events, secrets, log);
  // Another node rotates the master key: this one must wrap with the new one from now on.
  events.subscribe('master-key', () => keyring.reload());
  let bootstrapToken = given.bootstrapToken;
  events.subscribe(BOOTSTRAP_CHANNEL, () => {
    bootstrapTokenAgain?.().then(
      (token) => {
        bootstrapToken = token;
      },
      (error: unknown) => log.error({ err: error }, 'the new bootstrap token could not be read'),
    );
  });
  const options = (reason: string): SystemContextOptions => ({ db: database.db, log, secrets, timeZone: settings.timeZone, reason });
  const asSystem = <T>(reason: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
    inTransaction(database.db, systemContext(options(reason)), work);
  const outbound = createOutbound({ allow: settings.outboundAllow });
  const locations = createLocations(settings.locationDatabase, log);
  let queue: Jobs | undefined;
  return {
    settings,
    log,
    database,
    keyring,
    secrets,
    externalSecrets,
    events,
    systemSettings,
    metrics: createMetrics(database.pool),
    outbound,
    locations,
    bootstrapToken: () => bootstrapToken,
    jobs: {
      attach(next) {
        queue = next;
      },
      enqueue(...job) {
        if (!queue) throw new Error('Jobs are not running in this process');
        queue.enqueue(...job);
      },
    },
    processes,
    identityChanged: (ctx) => announceIdentityChange(ctx, events),
    systemContext: (reason) => systemContext(options(reason)),
    asSystem,
    async start() {
      await locations.start();
      await events.start();
      await systemSettings.start();
    },
    async stop() {
      locations.stop();
      await outbound.close();
      systemSettings.stop();
      await events.stop();
      await database.close();
    },
  };
}
