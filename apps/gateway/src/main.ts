import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandEntry, TransferEntry } from '@postern/contract/component';
import { type EndReason, isEndReason } from '@postern/contract/session-end';
import { pino } from 'pino';
import { createRulesWatch } from './authorize/live-rules.ts';
import { startCommandSession } from './carry/command-session.ts';
import { type FileStart, startFileSession } from './carry/file-session.ts';
import type { TerminalSession, TerminalStart } from './carry/terminal-parts.ts';
import { startTerminalSession } from './carry/terminal-session.ts';
import { startTunnelSession } from './carry/tunnel-session.ts';
import { createGatewayMemory } from './connect/gateway-memory.ts';
import { createHostKeyPins } from './connect/host-key-pins.ts';
import { openCoreLink } from './core/link.ts';
import { createLoginWatch } from './core/login-watch.ts';
import { machineLoad } from './core/machine-load.ts';
import { type GatewaySettings, readEnvironment } from './env.ts';
import type { LiveSession, SessionServices } from './pipeline/session-services.ts';
import { createEchoReader } from './policy/echo-reader.ts';
import { plainText } from './policy/plain-text.ts';
import { METHODS, PROTOCOLS } from './protocols/table.ts';
import { asEntry, openBacklog } from './recording/backlog.ts';
import { createCommandLog } from './recording/command-log.ts';
import { createFileCopies } from './recording/file-copies.ts';
import { createShipper } from './recording/shipper.ts';
import { copiesDir, openSpool } from './recording/spool.ts';
import { createTransferLog } from './recording/transfer-log.ts';
import { createHttpServer } from './server/http-server.ts';
import { createSshServer } from './server/ssh-server.ts';

/** Milliseconds a stopping gateway takes to end sessions and ship; the rest is closed out by the next start. */
const STOP_MS = 8_000;
const TICK_MS = 1_000;

export interface Gateway {
  /** Port of the HTTP server. */
  port: number;
  /** Port of the SSH server; 0 until `ready`. */
  sshPort(): number;
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
  const [commands, transfers] = await Promise.all([
    openBacklog(join(home, 'commands'), asEntry<CommandEntry>, log),
    openBacklog(join(home, 'transfers'), asEntry<TransferEntry>, log),
  ]);

  const live = new Map<string, LiveSession>();
  const terminals = new Map<string, TerminalSession>();
  /** Who wants to know when rules change. */
  const hearing = new Set<() => void>();
  /** What asks again when logins of a person were ended, and whose. */
  const logins = new Map<() => void, string>();
  /** What servers of other nodes are told: where this gateway is, and by what they show themselves there. */
  const reach = settings.address ? { address: settings.address, pass: randomBytes(32).toString('base64url') } : {};
  const stopping = new AbortController();
  const leaving = new AbortController();
  const link = openCoreLink({
    coreUrl: settings.coreUrl,
    bootstrapToken: settings.bootstrapToken,
    localProof: settings.localProof,
    onRefused: () => {
      for (const session of live.values()) session.end('component_revoked');
    },
    name: settings.name,
    methods: METHODS,
    keyPath: join(home, 'access-key.json'),
    signal: stopping.signal,
    log,
    heartbeat: async () => ({
      sessions: [...live.keys()],
      session_online: live.size,
      ...(await machineLoad(settings.dataDir)),
      ...reach,
    }),
    onOrder(name, id, { terminated_by: by = '', reason = '', note = '' }) {
      const message = plainText(note).trim();
      if (name === 'kill_session') live.get(id)?.end(...orderedEnd(by, reason, message));
      else if (name === 'lock_session') terminals.get(id)?.lock(by, message);
      else terminals.get(id)?.unlock(by);
    },
    onRules() {
      rules.changed();
      for (const changed of hearing) changed();
    },
    onLogins(userId) {
      for (const [ended, whose] of logins) if (whose === userId) ended();
      loginWatch.ended(userId);
    },
    onLinked: () => {
      for (const { resume } of [commandLog, transferLog]) resume();
      for (const { sweep } of [shipper, fileCopies])
        void sweep().catch((error: unknown) => log.warn({ err: error }, 'the spool could not be read'));
    },
  });
  const core = link.client;
  const shipper = createShipper(core, spoolDir, (id) => live.has(id), log);
  const rules = createRulesWatch(core, () => live.values(), log);
  const loginWatch = createLoginWatch(core, log);
  const commandLog = createCommandLog(core, commands, ({ session }, why) => log.warn({ session, why }, 'a command was lost'));
  const transferLog = createTransferLog(core, transfers, ({ session, filename }, why) =>
    log.warn({ session, filename, why }, 'a file transfer was not logged'),
  );

  const fileCopies = createFileCopies({
    core,
    dir: copiesDir(spoolDir),
    limit: () => link.copyLimit(),
    log,
  });

  const services: SessionServices = {
    core,
    spoolDir,
    protocols: PROTOCOLS,
    echoReader: createEchoReader(),
    commandLog,
    transferLog,
    fileCopies,
    hostKeyPins: createHostKeyPins(core),
    gateways: createGatewayMemory(),
    rules,
    config: link.config,
    idleMinutes: link.idleMinutes,
    longestHours: link.longestHours,
    recorded: shipper.ship,
    log,
  };

  /** Keeps a session reachable for orders until it is taken down. */
  function carry<T extends LiveSession>(session: T, terminals?: Map<string, T>): T {
    live.set(session.id, session);
    terminals?.set(session.id, session);
    void session.done
      .catch((error: unknown) => log.error({ err: error, session: session.id }, 'a session was not taken down cleanly'))
      .finally(() => {
        live.delete(session.id);
        terminals?.delete(session.id);
      });
    if (leaving.signal.aborted) session.end('gateway_stopping');
    return session;
  }
  const telling = new Set<Promise<void>>();
  const startTerminal = (start: TerminalStart) => carry(startTerminalSession(start, services), terminals);
  const startFiles = (start: FileStart) => carry(startFileSession(start, services));

  const server = createHttpServer({
    coreUrl: settings.coreUrl,
    core,
    pass: reach.pass,
    log,
    find: (id) => terminals.get(id),
    reconnectSeconds: link.reconnectSeconds,
    sharing: link.sharing,
    lastWords(work) {
      telling.add(work);
      void work.finally(() => telling.delete(work));
    },
    onRules(changed) {
      hearing.add(changed);
      return () => void hearing.delete(changed);
    },
    onLogins: (userId) => (ended) => {
      logins.set(ended, userId);
      return () => void logins.delete(ended);
    },
    stopping: () => leaving.signal.aborted,
    health: () => ({ status: leaving.signal.aborted ? 'stopping' : link.linked() ? 'ok' : 'starting', sessions: live.size }),
    start: startTerminal,
    startFiles,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const ticking = setInterval(() => {
    const now = Date.now();
    for (const session of live.values()) session.tick(now);
  }, TICK_MS);

  let sshServer: Server | undefined;
  let sshPort = 0;

  /** Needs the core first: all nodes show the host key that it holds. */
  async function openSshServer(): Promise<void> {
    const hostKey = link.hostKey();
    if (!hostKey || stopping.signal.aborted) return;
    const opening = createSshServer({
      hostKey,
      logins: loginWatch,
      core,
      open: link.nativeClients,
      protocols: new Set(Object.keys(PROTOCOLS)),
      takes: link.loginMethods,
      terminalProtocols: Object.entries(PROTOCOLS).flatMap(([name, { interactive }]) => (interactive ? [name] : [])),
      idleMinutes: link.idleMinutes,
      announcement: link.announcement,
      leaving: leaving.signal,
      drainSeconds: settings.drainSeconds,
      log,
      startTerminal,
      startCommand: (start) => carry(startCommandSession(start, services)),
      startTunnel: (start) => carry(startTunnelSession(start, services)),
      startFiles,
    });
    sshServer = opening;
    await new Promise<void>((resolve, reject) => {
      opening.once('error', reject);
      opening.listen(settings.sshPort, () => resolve());
    });
    sshPort = (opening.address() as AddressInfo).port;
    log.info({ port: sshPort }, 'SSH server listens');
  }

  /** Nothing new begins; what there is goes on for a while, and its people know for how long. */
  async function drain(): Promise<void> {
    const { drainSeconds } = settings;
    if (drainSeconds === 0 || live.size === 0) return;
    log.info({ sessions: live.size, seconds: drainSeconds }, 'told to stop: sessions end after the time to drain');
    for (const session of live.values()) session.restarting(drainSeconds);
    const over = new AbortController();
    const left = Promise.allSettled([...live.values()].map((session) => session.done));
    await Promise.race([left, wait(drainSeconds * 1000, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  const ready = link.ready.then(openSshServer);
  ready.catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the gateway could not start its work');
  });
  const { port } = server.address() as AddressInfo;
  log.info({ port }, 'gateway listens');

  return {
    port,
    sshPort: () => sshPort,
    ready,
    async stop() {
      sshServer?.close();
      leaving.abort();
      await drain();
      const sessions = [...live.values()];
      server.close();
      for (const session of sessions) session.end('gateway_stopping');
      const cut = new AbortController();
      const orderly = Promise.allSettled(sessions.map((session) => session.done))
        .then(() => Promise.allSettled([...telling, link.undecided()]))
        .then(() => shipper.idle());
      await Promise.race([orderly, wait(STOP_MS, undefined, { signal: cut.signal }).catch(() => undefined)]);
      cut.abort();
      stopping.abort();
      clearInterval(ticking);
      shipper.stop();
      fileCopies.stop();
      rules.stop();
      loginWatch.stop();
      link.stop();
      server.closeAllConnections();
    },
  };
}

/** What the core says of itself has its own reason; whatever else ordered it is said by name. */
const orderedEnd = (by: string, reason: string, note: string): [EndReason, Record<string, string>] =>
  isEndReason(reason) ? [reason, {}] : ['terminated', note === '' ? { by } : { by, note }];

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
