import type { ComponentClient } from '@postern/client/component';
import type { AccessKey } from '@postern/client/component-request';
import { type ComponentTask, type Heartbeat, LOGINS_TASK, RULES_TASK, TICKET_TASK } from '@postern/contract/component';
import { signedHeaders } from '@postern/contract/signature';
import { jsonOf } from '@postern/contract/wire';
import WebSocket from 'ws';
import { z } from 'zod';

const PATH = '/ws/terminal-task/';
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const OPEN_MS = 10_000;

const tasks = z
  .array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      args: z.string(),
      kwargs: z.looseObject({ terminated_by: z.string().optional(), reason: z.string().optional(), note: z.string().optional() }).nullish(),
    }),
  )
  .max(10_000);

const ORDERS: readonly string[] = ['kill_session', 'lock_session', 'unlock_session'] satisfies ComponentTask['name'][];
const isOrder = (name: string): name is ComponentTask['name'] => ORDERS.includes(name);

export interface TaskChannelOptions {
  coreUrl: string;
  key(): AccessKey | undefined;
  core: Pick<ComponentClient, 'status'>;
  heartbeat(): Promise<Heartbeat>;
  /** Milliseconds between two heartbeats. */
  interval(): number;
  onTask(task: Pick<ComponentTask, 'id' | 'name' | 'args' | 'kwargs'>): void;
  /** The rules of live sessions may have changed. */
  onRules(): void;
  /** Logins of a person were ended. */
  onLogins(userId: string): void;
  /** A ticket that this gateway opened was decided. */
  onTicket(id: string): void;
  onUnauthorized(): void;
  /** The core is there (again). */
  onOpen(): void;
}

/**
 * The line on which the core gives orders and hears heartbeats (docs/wire/components.md#signs-of-life-and-orders). While the WebSocket is away
 * heartbeats go over HTTP, whose answer brings the same orders.
 * @returns how to stop
 */
export function openTaskChannel(options: TaskChannelOptions): () => void {
  let stopped = false;
  let socket: WebSocket | undefined;
  let pause = FIRST_PAUSE_MS;
  let beat: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  function take(message: unknown): void {
    const parsed = tasks.safeParse(message);
    if (!parsed.success) return;
    for (const task of parsed.data) {
      if (isOrder(task.name))
        options.onTask({
          id: task.id,
          name: task.name,
          args: task.args,
          kwargs: { terminated_by: task.kwargs?.terminated_by, reason: task.kwargs?.reason, note: task.kwargs?.note },
        });
      else if (task.name === RULES_TASK) options.onRules();
      else if (task.name === LOGINS_TASK) options.onLogins(task.args);
      else if (task.name === TICKET_TASK) options.onTicket(task.args);
    }
  }

  async function sendHeartbeat(): Promise<void> {
    try {
      const payload = await options.heartbeat();
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'status', payload }));
      else if (options.key()) take(await options.core.status(payload));
    } catch {
      // The next beat tries again; the core notices silence by itself.
    }
    if (!stopped) beat = setTimeout(() => void sendHeartbeat(), options.interval());
  }

  function connect(): void {
    const key = options.key();
    if (stopped) return;
    if (!key) {
      retry();
      return;
    }
    const url = `${options.coreUrl.replace(/^http/, 'ws')}${PATH}`;
    const opening = new WebSocket(url, {
      headers: signedHeaders(key, 'GET', PATH, new Date().toUTCString(), { once: true }),
      handshakeTimeout: OPEN_MS,
      maxPayload: 4 * 1024 * 1024,
      perMessageDeflate: false,
    });
    socket = opening;
    opening.on('open', () => {
      pause = FIRST_PAUSE_MS;
      clearTimeout(beat);
      opening.send(JSON.stringify({ type: 'subscribe', payload: { rules: true } }));
      void sendHeartbeat();
      options.onOpen();
      // Whatever was told meanwhile was not heard.
      options.onRules();
    });
    opening.on('message', (data) => take(jsonOf(String(data))));
    opening.on('unexpected-response', (_request, response) => {
      if (response.statusCode === 401) options.onUnauthorized();
      response.destroy();
      retry();
    });
    opening.on('error', () => opening.terminate());
    opening.on('close', retry);
  }

  function retry(): void {
    if (stopped || again) return;
    again = setTimeout(() => {
      again = undefined;
      connect();
    }, pause);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }

  connect();
  beat = setTimeout(() => void sendHeartbeat(), options.interval());
  return () => {
    stopped = true;
    clearTimeout(beat);
    clearTimeout(again);
    socket?.terminate();
  };
}
