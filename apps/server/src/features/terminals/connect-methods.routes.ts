import { type AppletMethod, type Carrier, CLIENT_SYSTEMS, connectMethods, systemOf, withApplets } from '@postern/contract/connect-methods';
import type { SettingsReader } from '@postern/contract/settings';
import { text as t } from '@postern/contract/text';
import {
  among,
  type Context,
  FLAG_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  type Route,
  recordSchema,
  route,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { protocolsOf } from './endpoint-choice.ts';
import { aliveStatus } from './status.ts';

interface ConnectMethodDeps {
  settings: SettingsReader;
  /** Values of connect methods that access rules keep from somebody. */
  refusedMethods(ctx: Context, userId: string): Promise<ReadonlySet<string>>;
  /** Remote applications that may be used. */
  applets(ctx: Context): Promise<AppletMethod[]>;
}

/** Of an application also its picture, and whether something could serve it now. */
const METHODS = listSchema(
  objectSchema(
    { component: TEXT_SCHEMA, type: { enum: ['web', 'native', 'applet'] }, value: TEXT_SCHEMA, label: TEXT_SCHEMA },
    { endpoint_protocol: TEXT_SCHEMA, listen: TEXT_SCHEMA, icon: TEXT_SCHEMA, disabled: FLAG_SCHEMA },
  ),
);

const NOTHING: ReadonlySet<string> = new Set();

/** Components that may work and have given a sign of life. */
async function living(ctx: Context): Promise<Carrier[]> {
  const alive = await aliveStatus(ctx);
  return ctx.tx
    .selectFrom('terminals')
    .select(['type', 'methods'])
    .where(({ ref }) => among(ref('id'), [...alive.keys()]))
    .where('date_approved', 'is not', null)
    .where('date_revoked', 'is', null)
    .execute();
}

/**
 * Ways to open a session that some living component serves (docs/decisions/0080); with `asset_id` only for the protocols of that
 * asset. With `flat` each is there once, those that rules keep from the actor among them: that is what such rules are made of.
 */
export const connectMethodsRoute = ({ settings, refusedMethods, applets }: ConnectMethodDeps): Route =>
  route({
    method: 'GET',
    path: '/api/v1/terminal/components/connect-methods/',
    name: 'terminal.component.connectMethods',
    answer: answerShape({ oneOf: [recordSchema(METHODS), METHODS] }),
    who: { allow: 'user' },
    connectionToken: true,
    rows: { none: 'what living components serve; of an asset only its protocols, where the actor may open or see it' },
    query: {
      // Whatever is there says yes; what is no asset of the actor's has no methods.
      flat: text({ label: t('Each once', '不分协议', '重複なし'), max: 64, default: '', blank: true }),
      asset_id: text({ label: WORDS.asset, max: 64, blank: true }),
      os: text({ label: t('System', '操作系统', 'OS'), max: 64, default: '', blank: true }),
    },
    async handle(ctx, { query, kernel }) {
      const flat = query.flat !== '';
      const alive = await living(ctx);
      const wanted = {
        refused: flat ? NOTHING : await refusedMethods(ctx, ctx.actor.id),
        protocols: query.asset_id === undefined ? undefined : await protocolsOf(ctx, kernel, query.asset_id),
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
