import type { Context } from '@postern/resource';

/** Secrets by their names, which a column keeps sealed together: in the clear, for whoever uses them and nobody else. None is none. */
export const secretsIn = (ctx: Pick<Context, 'secrets'>, sealed: string | null | undefined): Record<string, string> =>
  sealed ? (JSON.parse(ctx.secrets.decrypt(sealed)) as Record<string, string>) : {};
