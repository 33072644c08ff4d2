import { among, type Context } from '@postern/resource';

/** Notes that a component named these of its sessions in a heartbeat; others' are not its to name (docs/wire/sessions.md#sessions-that-are-lost). */
export async function keepAlive(ctx: Context, terminalId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.tx
    .updateTable('sessions')
    .set({ date_alive: ctx.clock() })
    .where('terminal_id', '=', terminalId)
    .where('is_finished', '=', false)
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
}
