import type { Context } from '@postern/resource';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.gen.ts';

/** The request's connection with the typed rows of all tables: the transaction of a write, the pool for reads. */
export const db = (ctx: Pick<Context, 'tx'>): Kysely<Schema> => ctx.tx as unknown as Kysely<Schema>;
