import type { Job } from '../feature.ts';
import { prune } from './until-changed.queries.ts';

export const pruneJobs: readonly Job[] = [{ name: 'reach.prune', schedule: '*/10 * * * *', run: async (ctx) => void (await prune(ctx)) }];
