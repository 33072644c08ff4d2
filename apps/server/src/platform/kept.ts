import { InvalidInput } from '@postern/contract/errors';
import type { Context, Write } from '@postern/resource';
import { lockByName } from './database/lock.queries.ts';

interface Kept {
  /** What is kept: the same name for all that count together. */
  what: string;
  /** The write that adds one. */
  write: Pick<Write, 'shared'>;
  /** How many the acting person keeps here. */
  count(): Promise<{ kept: number }>;
  max: number;
}

/**
 * Bounds what one person keeps: for `prepare` of a resource, when one is made. Whoever adds one waits for whoever does so at this moment, and those of one
 * request, which are stored after all of them have been looked at, are counted together.
 * @throws InvalidInput for one too many
 */
export async function limitKept(ctx: Context, { what, write, count, max }: Kept): Promise<void> {
  const found = await write.shared.once(what, async () => {
    await lockByName(ctx.tx, `${what}:${ctx.actor.id}`);
    return count();
  });
  found.kept += 1;
  if (found.kept > max) throw InvalidInput.on('non_field_errors', 'too_many', { max });
}
