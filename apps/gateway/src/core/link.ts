import { createComponentClient } from '@postern/client/component';
import { type AccessKey, CoreError, signedRequest } from '@postern/client/component-request';
import type { ComponentTask, Heartbeat, TerminalConfig } from '@postern/contract/component';
import type { Announcement } from '@postern/contract/settings';
import { type CoreClient, createTicketWatch } from './decision.ts';
import { establishIdentity, type IdentityOptions } from './identity.ts';
import { openTaskChannel } from './task-channel.ts';

const CONFIG_MS = 60_000;

/** Used until the core has answered, and for keys it leaves out (docs/wire/components.md#configuration). */
const DEFAULTS = { TERMINAL_HEARTBEAT_INTERVAL: 20, SECURITY_MAX_IDLE_TIME: 30, TERMINAL_RECONNECT_SECONDS: 120 };
/** Whatever a core says: a session that nobody sits in does not stay for longer. */
const MAX_RECONNECT_SECONDS = 300;

export interface CoreLinkOptions extends IdentityOptions {
  heartbeat(): Promise<Heartbeat>;
  /** An administrator ends, locks or unlocks a session, or one that is not here any more. */
  onOrder(name: ComponentTask['name'], sessionId: string, kwargs: ComponentTask['kwargs']): void;
  /** The rules of live sessions may have changed. */
  onRules(): void;
  /** Logins of a person were ended. */
  onLogins(userId: string): void;
  /** The core is there, for the first time or again. */
  onLinked(): void;
}

const MB = 1024 * 1024;

/** By what people may log in over SSH, as the settings say. */
export interface LoginWays {
  password: boolean;
  key: boolean;
  /** They confirm in a browser in which they are logged in. */
  browser: boolean;
}

export interface CoreLink {
  client: CoreClient;
  /** Resolves once the core knows this gateway. */
  ready: Promise<void>;
  linked(): boolean;
  /** What the core tells all components; nothing before it has answered. */
  config(): Readonly<Record<string, unknown>>;
  /** Bytes from which on a file is not kept; 0 keeps none, as before the core has answered. */
  copyLimit(): number;
  idleMinutes(): number;
  /** Hours after which every session ends; 0 for never, as before the core has answered. */
  longestHours(): number;
  /** Seconds for which the session of a page waits when its line was lost; 0 for not at all. */
  reconnectSeconds(): number;
  /** Whether the settings let sessions be shared. */
  sharing(): boolean;
  /** What everybody is told who logs in; empty for nothing. */
  announcement(): string;
  /** Whether the settings let native SSH clients in. */
  nativeClients(): boolean;
  /** By what people may log in over SSH. */
  loginMethods(): LoginWays;
  /** The key native SSH clients see, the same on every node; undefined until the core has told it. */
  hostKey(): string | undefined;
  /** Resolves when nobody waits for the decision of a ticket. */
  undecided(): Promise<void>;
  stop(): void;
}

/** The gateway's standing connection to the core: identity, configuration, orders. */
export function openCoreLink(options: CoreLinkOptions): CoreLink {
  const { coreUrl, log, signal } = options;
  let key: AccessKey | undefined;
  let config: Partial<TerminalConfig> = {};
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const tickets = createTicketWatch();
  const calls = createComponentClient((call) => {
    if (!key) return Promise.reject(new CoreError(0, 'not_registered', 'this gateway is not registered yet'));
    return signedRequest(coreUrl, key)(call);
  });
  const client: CoreClient = {
    ...calls,
    personToken: (...args) => tickets.opening(calls.personToken(...args)),
    requestReview: (...args) => tickets.opening(calls.requestReview(...args)),
    ticketEnded: tickets.ticketEnded,
  };

  /** Gets a working key, once at a time however many callers found the old one refused. */
  function renew(): Promise<void> {
    const onRefused = (): void => {
      key = undefined;
      options.onRefused();
    };
    renewing ??= establishIdentity({ ...options, onRefused })
      .then((found) => {
        key = found;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  function unauthorized(): void {
    renew().catch(() => undefined);
  }

  async function readConfig(): Promise<void> {
    clearTimeout(timer);
    try {
      config = await client.config();
    } catch (error) {
      if (error instanceof CoreError && error.status === 401) unauthorized();
      log.warn({ err: error }, 'the configuration could not be read');
    }
    if (!signal.aborted) timer = setTimeout(() => void readConfig(), CONFIG_MS);
  }

  let closeTasks = (): void => undefined;
  const openTasks = (): void => {
    if (signal.aborted) return;
    closeTasks = openTaskChannel({
      coreUrl,
      key: () => key,
      core: client,
      heartbeat: options.heartbeat,
      interval: () => positive(config.TERMINAL_HEARTBEAT_INTERVAL, DEFAULTS.TERMINAL_HEARTBEAT_INTERVAL) * 1000,
      onTask: (task) => {
        options.onOrder(task.name, task.args, task.kwargs);
        client
          .finishTask(task.id)
          .catch((error: unknown) => log.warn({ err: error, task: task.id }, 'a task could not be reported as done'));
      },
      onRules: options.onRules,
      onLogins: options.onLogins,
      onTicket: tickets.ended,
      onUnauthorized: unauthorized,
      onOpen: options.onLinked,
    });
  };
  // Orders are heard from the moment on in which there can be sessions: a channel opened without a key would wait before it tries again.
  const ready = renew().then(() => {
    openTasks();
    return readConfig();
  });

  return {
    client,
    ready,
    undecided: tickets.idle,
    linked: () => key !== undefined,
    config: () => config,
    copyLimit: () => Math.max(0, Number(config.FTP_FILE_MAX_STORE) || 0) * MB,
    idleMinutes: () => positive(config.SECURITY_MAX_IDLE_TIME, DEFAULTS.SECURITY_MAX_IDLE_TIME),
    longestHours: () => positive(config.SECURITY_MAX_SESSION_TIME, 0),
    reconnectSeconds: () => secondsWithin(config.TERMINAL_RECONNECT_SECONDS, DEFAULTS.TERMINAL_RECONNECT_SECONDS),
    announcement: () => announcementIn(config.ANNOUNCEMENT),
    sharing: () => config.SECURITY_SESSION_SHARE !== false,
    nativeClients: () => config.TERMINAL_KOKO_SSH_ENABLED !== false,
    loginMethods: () => ({
      password: config.TERMINAL_PASSWORD_AUTH !== false,
      key: config.TERMINAL_PUBLIC_KEY_AUTH !== false,
      // Cores of others have no page for it, and say nothing of it.
      browser: config.TERMINAL_BROWSER_AUTH === true,
    }),
    hostKey: () => config.TERMINAL_HOST_KEY || undefined,
    stop() {
      clearTimeout(timer);
      closeTasks();
    },
  };
}

const positive = (value: unknown, fallback: number): number => (typeof value === 'number' && value > 0 ? value : fallback);

const secondsWithin = (value: unknown, fallback: number): number =>
  typeof value === 'number' && value >= 0 ? Math.min(value, MAX_RECONNECT_SECONDS) : fallback;

/** On one line: subject, text and link, as far as there are any. */
function announcementIn(given: unknown): string {
  const { SUBJECT, CONTENT, LINK } = (typeof given === 'object' && given !== null ? given : {}) as Announcement;
  return [[SUBJECT, CONTENT].filter(Boolean).join(': '), LINK].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
}
