import type { Context } from '@postern/resource';
import type { SystemAccess } from '../../platform/platform.ts';

/** How far something is with the directory, on whatever node it goes on. */
export interface DirectoryState {
  state: 'running' | 'done' | 'failed';
  /** What is told of it in the end. */
  message: string;
  date: Date;
}

/** The reading of its people. */
export const PEOPLE = 'people';
/** Somebody's test of the settings. */
export const testOf = (userId: string): string => `test ${userId}`;

export async function stateOf(ctx: Context, name: string): Promise<DirectoryState | undefined> {
  const found = await ctx.tx.selectFrom('directory_states').selectAll().where('name', '=', name).executeTakeFirst();
  return found as DirectoryState | undefined;
}

export async function writeState(ctx: Context, name: string, state: DirectoryState['state'], message = ''): Promise<void> {
  const values = { state, message: message.slice(0, 10_000), date: ctx.clock() };
  await ctx.tx
    .insertInto('directory_states')
    .values({ name, ...values })
    .onConflict((clash) => clash.column('name').doUpdateSet(values))
    .execute();
}

export const noteState = (system: SystemAccess, ...[name, state, message]: [string, DirectoryState['state'], string?]): Promise<void> =>
  system.asSystem('state of the directory', (ctx) => writeState(ctx, name, state, message));
