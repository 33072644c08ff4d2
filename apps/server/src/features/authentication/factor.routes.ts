import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, formatDatetime, noContent, ok, type Reply, type Request, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import { redirectTo } from '../../platform/http/redirect.ts';
import { endLogins } from '../users/index.ts';
import { record, textOf } from './body.ts';
import { identityGate } from './confirm.ts';
import { bindAuthenticator, factorAdded, provenEnrolment, startEnrolment } from './enrolment.ts';
import { attempt } from './factors.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { findById, type LoginUser, mfaOf } from './login-user.ts';
import { addPasskey, passkeyCreation, passkeysOf, siteOf } from './passkeys.ts';
import { makeRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts';
import { refusal } from './refusals.ts';

/** Second factors as their owner keeps them; where older servers have pages, this is JSON (docs/decisions/0032). */
const BASE = '/api/v1/users/profile/';
const MAX_NAME = 64;

async function me(ctx: Context): Promise<LoginUser> {
  const user = await findById(ctx, ctx.actor.id);
  if (!user) throw new CodedError('not_found');
  return user;
}

const audit = (ctx: Context, field: string, before: string, after: string): void =>
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: ctx.actor.id,
    resource: ctx.actor.username,
    changes: [{ field, before, after }],
  });

function nameOf(body: Record<string, unknown>): string {
  const name = textOf(body, 'name', MAX_NAME).trim();
  if (name === '') throw InvalidInput.on('name', 'blank');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(name)) throw InvalidInput.on('name', 'control_characters');
  return name;
}

async function overview(ctx: Context, deps: LoginDeps, request: Request): Promise<Reply> {
  const user = await me(ctx);
  const keys = await passkeysOf(ctx, user.id);
  return ok({
    forced: mfaOf(user, deps.settings).forced,
    otp: user.otp_secret !== null,
    recovery_codes: { left: user.recovery_codes, total: RECOVERY_CODES },
    passkeys_possible: siteOf(request.url, deps.settings).rpId !== undefined,
    passkeys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      domain: key.rp_id,
      backed_up: key.backed_up,
      date_created: formatDatetime(key.date_created, ctx.timeZone),
      date_last_used: formatDatetime(key.date_last_used, ctx.timeZone),
    })),
  });
}

/** The code of the new app binds it. Other logins end: whoever came in without the factor has to show it now. */
async function bind(ctx: Context, deps: LoginDeps, request: Request): Promise<Reply> {
  const user = await me(ctx);
  const code = textOf(record(request.body), 'code', 16);
  let proven: Awaited<ReturnType<typeof provenEnrolment>>;
  const tried = await attempt(ctx, deps, 'mfa', user.username, async () => {
    proven = await provenEnrolment(ctx, deps.settings, user, code);
    return proven !== undefined;
  });
  const { minutes } = limitsOf(deps.settings);
  if (tried.state === 'locked') return ok(refusal('block_mfa', ctx.language, { minutes }), 400);
  if (!proven) throw InvalidInput.on('code', 'code_wrong');
  const found = proven;
  const codes = await inTransaction(ctx.tx, ctx, async (inner) => {
    const made = await bindAuthenticator(inner, user, found);
    await endLogins(inner, user.id);
    return made;
  });
  return ok({ recovery_codes: codes }, 201);
}

/** After a factor went: the last one takes level and recovery codes along. @throws CodedError factor_needed when it is forced */
async function factorRemoved(ctx: Context, deps: LoginDeps): Promise<void> {
  const user = await me(ctx);
  if (user.otp_secret || user.passkeys > 0) return;
  if (mfaOf(user, deps.settings).forced) throw new CodedError('factor_needed');
  await sql`update users set mfa_level = 0 where id = ${user.id}`.execute(ctx.tx);
  await sql`delete from recovery_codes where user_id = ${user.id}`.execute(ctx.tx);
}

async function registerPasskey(ctx: Context, deps: LoginDeps, request: Request): Promise<Reply> {
  const body = record(request.body);
  const name = nameOf(body);
  const site = siteOf(request.url, deps.settings);
  const id = await addPasskey(ctx, site, ctx.actor.id, name, body.response);
  audit(ctx, 'passkey', '', name);
  const codes = await factorAdded(ctx, ctx.actor.id);
  await endLogins(ctx, ctx.actor.id);
  return ok({ id, name, recovery_codes: codes }, 201);
}

async function ownPasskey(ctx: Context, id: string | undefined): Promise<{ id: string; name: string }> {
  const wanted = parseUuid(id);
  const { rows } = wanted
    ? await sql<{ id: string; name: string }>`
        select id, name from passkeys where id = ${wanted} and user_id = ${ctx.actor.id} for update`.execute(ctx.tx)
    : { rows: [] };
  if (!rows[0]) throw new CodedError('not_found');
  return rows[0];
}

/** Where older consoles send people for this: ours is a screen of the console. */
const PAGES = ['mfa/', 'otp/enable/start/', 'otp/enable/install-app/', 'otp/enable/bind/', 'otp/disable/'];
const SCREEN = '/ui/profile/setting?activeTab=MFAUpdate';

/** All of it is the person's own; what adds or takes away a factor asks who sits there first, whatever the settings say. */
export function factorRoutes(deps: LoginDeps): readonly Route[] {
  const confirmed = identityGate(deps.settings);
  const route = (method: Route['method'], path: string, name: string, handle: Route['handle'], more: Partial<Route> = {}): Route => ({
    method,
    path: `${BASE}${path}`,
    policy: { allow: 'user' },
    name: `users.profile.${name}`,
    bodyLimit: 16_384,
    handle,
    ...more,
  });
  return [
    ...PAGES.map(
      (page): Route => ({
        method: 'GET',
        path: `/core/auth/profile/${page}`,
        policy: { allow: 'user' },
        name: `authentication.page.profile.${page.replaceAll(/\W+/g, '')}`,
        handle: async () => redirectTo(SCREEN),
      }),
    ),
    route('GET', 'mfa/', 'mfa', (ctx, request) => overview(ctx, deps, request)),
    route('POST', 'otp/start/', 'otp.start', async (ctx) => {
      await confirmed(ctx, 'mfa');
      return ok(await startEnrolment(ctx, deps.settings, await me(ctx)));
    }),
    // Wrong codes are counted whatever becomes of the request.
    route('POST', 'otp/', 'otp.bind', (ctx, request) => bind(ctx, deps, request), { transaction: false }),
    route('DELETE', 'otp/', 'otp.unbind', async (ctx) => {
      await confirmed(ctx, 'mfa');
      await sql`update users set otp_secret = null, otp_last_step = 0 where id = ${ctx.actor.id}`.execute(ctx.tx);
      await factorRemoved(ctx, deps);
      audit(ctx, 'is_otp_secret_key_bound', 'Yes', 'No');
      return noContent;
    }),
    route('POST', 'recovery-codes/', 'recovery', async (ctx) => {
      await confirmed(ctx, 'mfa');
      const user = await me(ctx);
      if (!user.otp_secret && user.passkeys === 0) throw new CodedError('factor_missing');
      audit(ctx, 'recovery_codes', String(user.recovery_codes), String(RECOVERY_CODES));
      return ok({ recovery_codes: await makeRecoveryCodes(ctx, user.id) }, 201);
    }),
    route('POST', 'passkeys/start/', 'passkey.start', async (ctx, request) => {
      await confirmed(ctx, 'mfa');
      return ok(await passkeyCreation(ctx, siteOf(request.url, deps.settings), await me(ctx)));
    }),
    route('POST', 'passkeys/', 'passkey.add', (ctx, request) => registerPasskey(ctx, deps, request)),
    route('PATCH', 'passkeys/:passkey/', 'passkey.rename', async (ctx, request) => {
      const name = nameOf(record(request.body));
      const key = await ownPasskey(ctx, request.params.passkey);
      await sql`update passkeys set name = ${name} where id = ${key.id}`.execute(ctx.tx);
      audit(ctx, 'passkey', key.name, name);
      return ok({ id: key.id, name });
    }),
    route('DELETE', 'passkeys/:passkey/', 'passkey.remove', async (ctx, request) => {
      const key = await ownPasskey(ctx, request.params.passkey);
      await confirmed(ctx, 'mfa');
      await sql`delete from passkeys where id = ${key.id}`.execute(ctx.tx);
      await factorRemoved(ctx, deps);
      audit(ctx, 'passkey', key.name, '');
      return noContent;
    }),
  ];
}
