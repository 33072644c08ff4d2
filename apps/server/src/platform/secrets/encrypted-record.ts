import type { Context } from '@postern/resource';

/** Secrets by their names, which a column keeps encrypted together: in the clear, for whoever uses them and nobody else. None is none. */
export const secretsIn = (ctx: Pick<Context, 'secrets'>, encrypted: string | null | undefined): Record<string, string> =>
  encrypted ? (JSON.parse(ctx.secrets.decrypt(encrypted)) as Record<string, string>) : {};
