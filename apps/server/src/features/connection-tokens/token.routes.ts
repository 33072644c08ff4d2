import { isIP } from 'node:net';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import {
  type Context,
  can,
  holds,
  insert,
  type Kernel,
  ok,
  type Policy,
  present,
  type Route,
  type Row,
  readBody,
  shownFields,
} from '@postern/resource';
import { sql } from 'kysely';
import { requirePersonHere } from './component-scope.ts';
import { connectionSecret } from './secret.ts';
import { agreesToReview, issueFor } from './token.behaviour.ts';
import { later, oneTimeSeconds, type Person, type TokenDeps, validUser } from './token.service.ts';

const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** Rules about addresses are about the person's, which the component that has them at its door says (docs/wire/components.md#tokens). */
function fromAddress(ctx: Context, given: unknown): Context {
  return typeof given === 'string' && isIP(given) !== 0 ? { ...ctx, origin: { ...ctx.origin, ip: given } } : ctx;
}

async function wire(kernel: Kernel, ctx: Context, row: Row): Promise<unknown> {
  const resource = kernel.byName('connectiontoken');
  return (await present(kernel, resource, ctx, [row], shownFields(resource, ctx, 'detail', {})))[0];
}

async function issue(kernel: Kernel, ctx: Context, body: Record<string, unknown>, person: Person, review: boolean): Promise<unknown> {
  const resource = kernel.byName('connectiontoken');
  const values = readBody(resource, ctx, body, { verb: 'create', partial: false });
  issueFor(body, { person, review });
  return wire(kernel, ctx, await insert(resource, ctx, values, body));
}

/** A new token like an earlier one of one's own, even an expired or used one; everything is checked again (Luna reconnects so). */
async function exchange(kernel: Kernel, ctx: Context, body: unknown, review: boolean): Promise<unknown> {
  const id = parseUuid(record(body).id);
  const { rows } = await sql<Record<string, unknown> & { input_secret: string | null }>`
    select asset_id as asset, account, input_username, input_secret, connect_method, connect_options, protocol
    from connection_tokens where id = ${id ?? null}::uuid and user_id = ${ctx.actor.id}`.execute(ctx.tx);
  const found = rows[0];
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
  const person = await validUser(ctx, ctx.actor.id);
  if (!person) throw new CodedError('permission_denied');
  const copy = { ...found, input_secret: found.input_secret ? ctx.secrets.open(found.input_secret) : '' };
  return issue(kernel, ctx, copy, person, review);
}

async function renew(ctx: Context, body: unknown, settings: SettingsReader): Promise<unknown> {
  const id = parseUuid(record(body).id);
  const { rows } = await sql`
    update connection_tokens set date_expired = ${later(ctx, oneTimeSeconds(settings))}
    where id = ${id ?? null}::uuid and is_active and date_used is null and date_expired > ${ctx.clock()} returning 1`.execute(ctx.tx);
  if (rows.length === 0) throw new CodedError('permission_denied');
  return { ok: true, msg: '' };
}

/** Both the kind of caller and the right: a component, and one whose role holds the code. */
const component: Policy = { allow: 'component' };
function demand(ctx: Context, code: string): void {
  if (!holds(ctx.actor, [code])) throw new CodedError('permission_denied');
}

export function tokenRoutes(deps: TokenDeps): readonly Route[] {
  const { kernel, settings } = deps;
  const base = '/api/v1/authentication';
  return [
    {
      method: 'POST',
      path: `${base}/connection-token/exchange/`,
      name: 'authentication.connectiontoken.exchange',
      policy: can('authentication.add_connectiontoken'),
      rootOrg: true,
      handle: async (ctx, { body, query }) => ok(await exchange(kernel(), ctx, body, agreesToReview(query)), 201),
    },
    {
      method: 'POST',
      path: `${base}/super-connection-token/`,
      name: 'authentication.superconnectiontoken.create',
      policy: component,
      rootOrg: true,
      async handle(ctx, { body, query }) {
        demand(ctx, 'authentication.add_superconnectiontoken');
        const given = record(body);
        const user = parseUuid(record(given.user).id ?? given.user);
        const person = user ? await validUser(ctx, user) : undefined;
        if (!person) throw InvalidInput.on('user', 'does_not_exist', { value: String(given.user).slice(0, 64) });
        await requirePersonHere(ctx, person.id);
        return ok(await issue(kernel(), fromAddress(ctx, given.remote_addr), { ...given }, person, agreesToReview(query)), 201);
      },
    },
    {
      method: 'PATCH',
      path: `${base}/super-connection-token/renewal/`,
      name: 'authentication.superconnectiontoken.renewal',
      policy: component,
      rootOrg: true,
      async handle(ctx, { body }) {
        demand(ctx, 'authentication.add_superconnectiontoken');
        return ok(await renew(ctx, body, settings));
      },
    },
    {
      method: 'POST',
      path: `${base}/super-connection-token/secret/`,
      name: 'authentication.superconnectiontoken.secret',
      policy: component,
      rootOrg: true,
      // A refused exchange spends the token all the same, so nothing may be rolled back.
      transaction: false,
      async handle(ctx, { body }) {
        demand(ctx, 'authentication.view_superconnectiontokensecret');
        const { id, expire_now, value, user } = record(body);
        return ok(await connectionSecret(ctx, id, expire_now, deps, { value, user }));
      },
    },
  ];
}
