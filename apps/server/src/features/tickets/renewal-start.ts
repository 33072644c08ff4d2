import type { Context } from '@postern/resource';
import { grantEndOf } from './renewal.queries.ts';

/** Live sessions are told of a new end before the old one: a renewal that follows a grant begins so many milliseconds before it ends. */
const OVERLAP = 120_000;

/** When the grant of a renewal begins: without a gap where it follows what it renews. */
export async function startOf(ctx: Context, renews: string | null, start: Date): Promise<Date> {
  const grantEnd = renews === null ? undefined : await grantEndOf(ctx, renews);
  if (!grantEnd || Math.abs(grantEnd.getTime() - start.getTime()) >= 1_000) return start;
  return new Date(start.getTime() - OVERLAP);
}
