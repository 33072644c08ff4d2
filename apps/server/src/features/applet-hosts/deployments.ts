import { BY_ID, type Context, change, eb, fetchRows, insert, type Kernel, type Row } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';

/** What was asked of a host, from asking to what its agent made of it. */

const ofKernel = (kernel: Kernel) => kernel.byName('applethostdeployment');

interface Asked {
  host: string;
  /** Absent: all of them. */
  applet: string | null;
  isFull: boolean;
  task: string;
}

/** Writes down what is asked. What was asked before and is asked again with it ends here. */
export async function writeDown(ctx: Context, kernel: Kernel, { host, applet, isFull, task }: Asked): Promise<void> {
  const resource = ofKernel(kernel);
  const open = await fetchRows(resource, ctx, [eb('t.host_id', '=', host), eb('t.status', 'in', ['pending', 'running'])], {
    order: BY_ID,
    lock: true,
  });
  for (const row of open)
    if (isFull || (row.is_full !== true && (applet === null || row.applet_id === applet)))
      await change(resource, ctx, row, { status: 'canceled', date_finished: ctx.clock() });
  await insert(resource, ctx, { host, applet, is_full: isFull, task, status: 'pending', comment: '' });
}

/** The deployment of a run that nobody has replaced meanwhile, locked. */
export async function openDeployment(ctx: Context, kernel: Kernel, run: string): Promise<Row | undefined> {
  const [row] = await fetchRows(ofKernel(kernel), ctx, [eb('t.task', '=', run), eb('t.status', 'in', ['pending', 'running'])], {
    lock: true,
  });
  return row;
}

export const mark = (
  ctx: Context,
  kernel: Kernel,
  row: Row,
  values: { status: 'running' | 'success' | 'failed' | 'error'; date_start?: Date; date_finished?: Date },
): Promise<Row> => change(ofKernel(kernel), ctx, row, values);

/** Ends what the agent of a host has reported all of: well when everything is there as published, else not. */
export async function settleDeployments(ctx: Context, kernel: Kernel, host: string): Promise<void> {
  const running = await fetchRows(ofKernel(kernel), ctx, [eb('t.host_id', '=', host), eb('t.status', '=', 'running')], {
    order: BY_ID,
    lock: true,
  });
  if (running.length === 0) return;
  const bound = await anyRow(ctx.tx.selectFrom('applet_hosts').where('asset_id', '=', host).where('terminal_id', 'is not', null));
  if (!bound) return;
  const publications = await ctx.tx.selectFrom('applet_publications').select(['applet_id', 'status']).where('host_id', '=', host).execute();
  for (const row of running) {
    const about = publications.filter(({ applet_id }) => row.applet_id === null || applet_id === row.applet_id);
    if (about.some(({ status }) => status === 'pending')) continue;
    const status = about.every((one) => one.status === 'success') ? 'success' : 'failed';
    await mark(ctx, kernel, row, { status, date_finished: ctx.clock() });
  }
}
