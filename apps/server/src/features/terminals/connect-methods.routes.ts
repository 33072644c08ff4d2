import { type AppletMethod, type Carrier, CLIENT_SYSTEMS, connectMethods, systemOf, withApplets } from '@postern/contract/connect-methods';
import type { SettingsReader } from '@postern/contract/settings';
import { type Context, type Kernel, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { protocolsOf } from './endpoint-choice.ts';
import { aliveStatus } from './status.ts';

interface ConnectMethodDeps {
  settings: SettingsReader;
  kernel(): Kernel;
  /** Values of connect methods that access rules keep from somebody. */
  refusedMethods(ctx: Context, userId: string): Promise<ReadonlySet<string>>;
  /** Remote applications that may be used. */
  applets(ctx: Context): Promise<AppletMethod[]>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Components that may work and have given a sign of life. */
async function living(ctx: Context): Promise<Carrier[]> {
  const alive = await aliveStatus(ctx);
  const { rows } = await sql<Carrier>`select type, methods from terminals
    where id = any(${[...alive.keys()]}::uuid[]) and date_approved is not null and date_revoked is null`.execute(ctx.tx);
  return rows;
}

/**
 * Ways to open a session that some living component serves (docs/decisions/0080); with `asset_id` only for the protocols of that
 * asset. With `flat` each is there once, those that rules keep from the actor among them: that is what such rules are made of.
 */
export const connectMethodsRoute = ({ settings, kernel, refusedMethods, applets }: ConnectMethodDeps): Route => ({
  method: 'GET',
  path: '/api/v1/terminal/components/connect-methods/',
  policy: { allow: 'user' },
  connectionToken: true,
  name: 'terminal.component.connectMethods',
  async handle(ctx, { query }) {
    const flat = Boolean(query.flat);
    const alive = await living(ctx);
    const wanted = {
      refused: flat ? NOTHING : await refusedMethods(ctx, ctx.actor.id),
      protocols: query.asset_id === undefined ? undefined : await protocolsOf(ctx, kernel(), query.asset_id),
    };
    const plain = connectMethods(alive, {
      ...wanted,
      system: query.os === 'all' ? 'all' : (CLIENT_SYSTEMS.find((one) => one === query.os) ?? systemOf(ctx.origin.userAgent)),
      on: (setting) => settings.get(setting) === true,
    });
    const offered = withApplets(plain, await applets(ctx), alive, wanted);
    if (!flat) return ok(offered);
    return ok([
      ...new Map(
        Object.values(offered)
          .flat()
          .map((method) => [method.value, method]),
      ).values(),
    ]);
  },
});
