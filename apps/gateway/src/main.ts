import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { openCoreLink } from './core/link.ts';
import { machineLoad } from './core/machine-load.ts';
import { type GatewaySettings, readEnvironment } from './env.ts';
import { createEchoReader } from './policy/echo-reader.ts';
import { ssh } from './protocols/ssh/driver.ts';
import { createShipper } from './recording/shipper.ts';
import { openSpool } from './recording/spool.ts';
import { createHttpServer } from './server/http-server.ts';
import { createCommandLog } from './sessions/command-log.ts';
import { type LiveSession, startSession } from './sessions/live-session.ts';
import type { ProtocolDriver } from './sessions/target.ts';

/** Milliseconds a stopping gateway takes to end sessions and ship; the rest is closed out by the next start. */
const STOP_MS = 8_000;
const TICK_MS = 1_000;

const DRIVERS = { ssh } as const satisfies Record<string, ProtocolDriver>;

export interface Gateway {
  /** Port of the browser's door. */
  port: number;
  /** Resolves once the core knows this gateway. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a gateway. Listens at once; sessions are refused until the core knows it. */
export async function startGateway(settings: GatewaySettings): Promise<Gateway> {
  const log = pino({ name: 'gateway', level: settings.logLevel });
  const home = join(settings.dataDir, 'gateway');
  const spoolDir = join(home, 'spool');
  await mkdir(home, { recursive: true, mode: 0o700 });
  await openSpool(spoolDir);

  const live = new Map<string, LiveSession>();
  const stopping = new AbortController();
  const link = openCoreLink({
    coreUrl: settings.coreUrl,
    bootstrapToken: settings.bootstrapToken,
    name: settings.name,
    keyPath: join(home, 'access-key.json'),
    signal: stopping.signal,
    log,
    heartbeat: async () => ({ sessions: [...live.keys()], session_online: live.size, ...(await machineLoad(settings.dataDir)) }),
    onKill: (id, by) => live.get(id)?.end('terminated', { by }),
  });
  const core = link.client;
  const shipper = createShipper(core, spoolDir, () => new Set(live.keys()), log);
  const commandLog = createCommandLog(core, (count, why) => log.warn({ count, why }, 'commands were lost'));
  const echoReader = createEchoReader();

  const server = createHttpServer({
    coreUrl: settings.coreUrl,
    core,
    log,
    find: (id) => live.get(id),
    health: () => ({ status: link.linked() ? 'ok' : 'starting', sessions: live.size }),
    start(start) {
      const session = startSession(start, {
        core,
        spoolDir,
        drivers: DRIVERS,
        echoReader,
        commandLog,
        idleMinutes: link.idleMinutes,
        recorded: (id) => shipper.ship(id),
        log,
      });
      live.set(session.id, session);
      void session.done
        .catch((error: unknown) => log.error({ err: error, session: session.id }, 'a session was not taken down cleanly'))
        .finally(() => live.delete(session.id));
      if (stopping.signal.aborted) session.end('gateway_stopping');
      return session;
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, '127.0.0.1', resolve);
  });
  const ticking = setInterval(() => {
    const now = Date.now();
    for (const session of live.values()) session.tick(now);
  }, TICK_MS);

  const ready = link.ready.then(() => shipper.sweep());
  ready.catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the gateway could not start its work');
  });
  const { port } = server.address() as AddressInfo;
  log.info({ port }, 'gateway listens');

  return {
    port,
    ready,
    async stop() {
      const sessions = [...live.values()];
      server.close();
      for (const session of sessions) session.end('gateway_stopping');
      const cut = new AbortController();
      const orderly = Promise.allSettled(sessions.map((session) => session.done)).then(() => shipper.idle());
      await Promise.race([orderly, wait(STOP_MS, undefined, { signal: cut.signal }).catch(() => undefined)]);
      cut.abort();
      stopping.abort();
      clearInterval(ticking);
      shipper.stop();
      link.stop();
      server.closeAllConnections();
    },
  };
}

/** sysexits.h EX_CONFIG: starting again with the same settings cannot help. */
const WRONG_SETTINGS = 78;

function settingsOrExit(): GatewaySettings {
  try {
    return readEnvironment();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(WRONG_SETTINGS);
  }
}

if (import.meta.main) {
  const gateway = await startGateway(settingsOrExit());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void gateway.stop().finally(() => process.exit(0));
    });
  }
}
