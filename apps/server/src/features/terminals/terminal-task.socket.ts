import { LOGINS_TASK, RULES_TASK, TICKET_TASK } from '@postern/contract/component';
import type { SettingKey } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { z } from 'zod';
import { WRITTEN, wroteAny } from '../../platform/audit/operate-log.ts';
import { LOGIN_ENDED } from '../../platform/auth/live-logins.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Socket, SocketRoute } from '../../platform/feature.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { RULE_SUBJECTS } from '../acls/index.ts';
import { TICKET_ENDED } from '../tickets/index.ts';
import { heartbeatAnswer, ownTerminal } from './component.routes.ts';
import { REVOKED_CHANNEL } from './standing.ts';
import { heartbeat, type KeepAlive } from './status.ts';
import { pendingTasks } from './task.resource.ts';

/** Told on every node when a component has a new order; payload `{terminal_id}`. */
export const TASK_CHANNEL = 'terminal-task';

/** Writes that follow one another closely are told of once. */
const SETTLE_MS = 100;
const REFRESH = JSON.stringify([{ id: '', name: RULES_TASK, args: '', kwargs: {}, is_finished: false }]);

/** Settings that decide who may stay in a session. */
const RULE_SETTINGS = ['SECURITY_SESSION_SHARE'] as const satisfies readonly SettingKey[];

interface TaskSocketDeps {
  events: EventBus;
  settings: SettingsStore;
  keepAlive: KeepAlive;
}

/**
 * Tells a component that asked for it when the rules of its sessions may have changed: after a write about anything they
 * are made of, when a setting that they ask for is another, and after messages between nodes may have been missed; whose logins were ended, and which of its tickets were decided. Our own addition (docs/decisions/0042).
 * @returns how to stop
 */
function tellOfRules(ctx: Context, { events, settings }: TaskSocketDeps, socket: Socket): () => void {
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      socket.send(REFRESH);
    }, SETTLE_MS);
  };
  const unsubscribe = events.subscribe(WRITTEN, (payload) => {
    if (wroteAny(payload, RULE_SUBJECTS)) tell();
  });
  const ungap = events.onGap(tell);
  const unset = settings.onChange((names) => {
    if (RULE_SETTINGS.some((name) => names.has(name))) tell();
  });
  const unlogin = events.subscribe(LOGIN_ENDED, ({ user }) => {
    socket.send(JSON.stringify([{ id: '', name: LOGINS_TASK, args: user, kwargs: {}, is_finished: false }]));
  });
  const unticket = events.subscribe(TICKET_ENDED, ({ component, ticket }) => {
    if (component !== ctx.actor.id) return;
    socket.send(JSON.stringify([{ id: '', name: TICKET_TASK, args: ticket, kwargs: {}, is_finished: false }]));
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unset();
    unlogin();
    unticket();
    ungap();
  };
}

const signOfLife = z.object({ type: z.literal('status'), payload: z.unknown() });
const wantsRules = z.object({ type: z.literal('subscribe'), payload: z.object({ rules: z.literal(true) }) });

/**
 * The task channel (docs/wire/components.md#signs-of-life-and-orders): status frames in, orders out. Orders reach the component
 * within one NOTIFY on whatever node it is connected to.
 */
export const terminalTaskSocket = ({ events, settings, keepAlive }: TaskSocketDeps): SocketRoute => ({
  path: '/ws/terminal-task/',
  policy: { allow: 'component' },
  // A heartbeat names up to 20,000 sessions.
  maxMessage: 1024 * 1024,
  messages: [
    { name: 'status', shape: signOfLife, rows: 'its own sign of life, and its own sessions' },
    { name: 'subscribe', shape: wantsRules, rows: 'none: whether it is told of changed rules' },
  ],
  // Whoever missed an order gets all of them when it comes back.
  missed: 'close',
  async open(ctx: Context, socket: Socket) {
    const own = await ownTerminal(ctx);
    const send = async () => void socket.send(Buffer.from(JSON.stringify(await pendingTasks(ctx, own.id))));
    const guarded = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        ctx.log.warn({ err: error, terminal: own.id }, 'task channel');
        socket.close(1011);
      });
    const unsubscribe = events.subscribe(TASK_CHANNEL, (payload) => {
      if (payload.terminal_id === own.id) void guarded(send());
    });
    const ungap = events.onGap(() => void guarded(send()));
    // The orders that end its sessions are the last it hears.
    const unrevoke = events.subscribe(REVOKED_CHANNEL, (payload) => {
      if (payload.terminal_id === own.id) void guarded(send().then(() => socket.close(1008)));
    });
    let silence: (() => void) | undefined;
    socket.onClose(() => {
      silence?.();
      unsubscribe();
      unrevoke();
      ungap();
    });
    socket.onMessage(async ({ name, value }) => {
      if (name === 'status') await guarded(heartbeatAnswer(ctx, own.id, heartbeat.safeParse(signOfLife.parse(value).payload), keepAlive));
      else silence ??= tellOfRules(ctx, { events, settings, keepAlive }, socket);
    });
    await send();
  },
});
