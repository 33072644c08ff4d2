import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GIVEN } from '../platform/config/settings.ts';
import type { ChildSpec } from './child.ts';
import type { Door } from './doors.ts';
import { DOOR_FD, PROGRAM_FLAGS } from './lifeline-arguments.ts';

export type UpSettings = {
  dataDir: string;
  /** Address of the public port; all when left out. */
  httpHost?: string;
  /** Public port of the product. */
  httpPort: number;
  /** Server processes at most. */
  serverWorkers?: number;
  /** Loopback port on which the gateway takes what the server passes on. */
  gatewayPort: number;
  sshPort: number;
  /** Loopback port on which the gateway reaches the server, when it is not the public one. */
  localPort?: number;
  /** The public port speaks TLS. */
  secure?: boolean;
  /** Left out: PostgreSQL runs inside the data folder. */
  databaseUrl?: string;
  /** Environment for the processes; each gets what it needs of it. */
  env: NodeJS.ProcessEnv;
};

/** Milliseconds without a sign of life after which a process is replaced. */
const frozenMs = 10_000;
const processEntry = fileURLToPath(new URL('../postern.ts', import.meta.url));
const demoEntry = fileURLToPath(new URL('../../../gateway/src/demo-target/main.ts', import.meta.url));
const gatewayEntry = fileURLToPath(new URL('../../../gateway/src/main.ts', import.meta.url));

/** A gateway that stops lets sessions go on for a while (apps/gateway/src/env.ts); it refuses what is no number. */
const drainMs = ({ POSTERN_DRAIN_SECONDS: seconds = '10' }: NodeJS.ProcessEnv): number => (Number(seconds) || 0) * 1_000;

/** Where the servers of an installation are reached: the public port, and the one for the gateway beside it. */
export interface Doors {
  http: Door;
  local?: Door | undefined;
}

/** The processes of the product in order of start; they stop the other way round. `serverFlags` are given to servers alone. */
export function usualProcesses(settings: UpSettings, databaseUrl: string, doors?: Doors, serverFlags: readonly string[] = []): ChildSpec[] {
  const shared: NodeJS.ProcessEnv = {
    ...settings.env,
    // What follows is ours, and nobody is told that they set it.
    [GIVEN]: Object.keys(settings.env)
      .filter((name) => settings.env[name]?.trim())
      .filter((name) => /^(POSTERN|DATABASE)_/.test(name))
      .join(' '),
    NODE_COMPILE_CACHE: settings.env.NODE_COMPILE_CACHE ?? join(settings.dataDir, 'compile-cache'),
    POSTERN_DATA_DIR: settings.dataDir,
    POSTERN_HTTP_PORT: String(settings.httpPort),
    POSTERN_GATEWAY_PORT: String(settings.gatewayPort),
    ...(settings.localPort === undefined ? {} : { POSTERN_LOCAL_PORT: String(settings.localPort) }),
    POSTERN_SSH_PORT: String(settings.sshPort),
  };
  // The owner of the tables is for migrations: a running process that knew it could rewrite its own logs.
  delete shared.DATABASE_OWNER_URL;
  // By this the server knows the gateway that was started beside it; nobody else on loopback has it.
  const proof = { POSTERN_LOCAL_PROOF: randomBytes(32).toString('base64url') };
  const core: NodeJS.ProcessEnv = { ...shared, DATABASE_URL: databaseUrl };
  // The gateway talks to the core's API and to nothing else of ours: neither the database nor the master key are its business.
  const outside: NodeJS.ProcessEnv = {
    ...shared,
    ...proof,
    POSTERN_CORE_URL: settings.env.POSTERN_CORE_URL ?? `http://127.0.0.1:${settings.localPort ?? settings.httpPort}`,
  };
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'POSTERN_SECRET_KEY', 'POSTERN_ADMIN_PASSWORD']) delete outside[name];
  const { http, local } = doors ?? {};
  const workers = doors ? (settings.serverWorkers ?? 1) : 1;
  const given = [...(http ? ['--http-fd', String(DOOR_FD)] : []), ...(local ? ['--local-fd', String(DOOR_FD + 1)] : [])];
  const servers = Array.from(
    { length: workers },
    (_, at): ChildSpec => ({
      name: at === 0 ? 'server' : `server ${at + 1}`,
      args: [
        ...PROGRAM_FLAGS,
        processEntry,
        'serve',
        '--role',
        'server',
        ...given,
        ...serverFlags,
        ...(doors ? ['--worker', String(at + 1)] : []),
      ],
      env: { ...core, ...proof, ...(doors ? { POSTERN_SERVER_WORKERS: String(workers) } : {}) },
      stopLimitMs: 10_000,
      frozenMs,
      doors: [http, local].filter((door) => door !== undefined),
      place: at + 1,
    }),
  );
  return [
    ...servers,
    {
      name: 'worker',
      args: [...PROGRAM_FLAGS, processEntry, 'serve', '--role', 'worker'],
      env: core,
      stopLimitMs: 10_000,
      frozenMs,
    },
    gatewayProcess(outside),
  ];
}

/** A gateway, with the core beside it or far from it. `env` tells it all it is told. */
export const gatewayProcess = (env: NodeJS.ProcessEnv): ChildSpec => ({
  name: 'gateway',
  args: [...PROGRAM_FLAGS, gatewayEntry],
  env,
  stopLimitMs: 10_000 + drainMs(env),
  frozenMs,
});

/** The machines of the demo. `hosts` is `name=address` pairs; they all take the same password. */
export const demoProcess = (settings: UpSettings, port: number, password: string, hosts: string): ChildSpec => ({
  name: 'demo',

  args: [demoEntry],
  env: {
    PATH: settings.env.PATH,
    POSTERN_DATA_DIR: settings.dataDir,
    POSTERN_DEMO_PORT: String(port),
    POSTERN_DEMO_PASSWORD: password,
    POSTERN_DEMO_HOSTS: hosts,
  },
  stopLimitMs: 2_000,
  frozenMs,
});
