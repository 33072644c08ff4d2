import type { Context } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Socket, SocketRoute } from '../../platform/feature.ts';
import { heartbeatAnswer, ownTerminal } from './component.routes.ts';
import { pendingTasks } from './task.resource.ts';

/** Told on every node when a component has a new order; payload `{terminal_id}`. */
export const TASK_CHANNEL = 'terminal-task';

/**
 * The task channel (contract/component-protocol.md §2.1): status frames in, orders out. Orders reach the component
 * within one NOTIFY on whatever node it is connected to.
 */
export const terminalTaskSocket = (events: EventBus): SocketRoute => ({
  path: '/ws/terminal-task/',
  policy: { allow: 'component' },
  async open(ctx: Context, socket: Socket) {
    const own = await ownTerminal(ctx);
    const send = async () => socket.send(Buffer.from(JSON.stringify(await pendingTasks(ctx, own.id))));
    const guarded = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        ctx.log.warn({ err: error, terminal: own.id }, 'task channel');
        socket.close(1011);
      });
    const unsubscribe = events.subscribe(TASK_CHANNEL, (payload) => {
      if (payload.terminal_id === own.id) void guarded(send());
    });
    const ungap = events.onGap(() => void guarded(send()));
    socket.onClose(() => {
      unsubscribe();
      ungap();
    });
    socket.onMessage((data) => {
      const message = parse(data);
      if (message?.type === 'status') void guarded(heartbeatAnswer(ctx, own.id, message.payload));
    });
    await send();
  },
});

function parse(data: string | Buffer): { type?: unknown; payload?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
