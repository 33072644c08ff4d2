import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import {
  and,
  type Behaviour,
  type Context,
  defineBehaviour,
  eb,
  formatDatetime,
  noContent,
  ok,
  type Request,
  type Row,
  rowsOf,
} from '@postern/resource';
import { sql } from 'kysely';
import { contains } from '../nodes/index.ts';
import { connectionToken } from './token.resource.ts';
import { later, oneTimeSeconds, type Person, prepareToken, type TokenDeps, validUser } from './token.service.ts';

/** Whom a token is for, and whether they agree to wait for a review, on routes other than the list's: never said by a body. */
interface Recipient {
  person: Person;
  review: boolean;
}
const recipients = new WeakMap<object, Recipient>();
export const issueFor = (body: object, recipient: Recipient): void => void recipients.set(body, recipient);

const YES: ReadonlySet<string | undefined> = new Set(['1', 'true', 'True', 'yes']);
/** `?create_ticket=1`: who asks agrees to wait for a review (docs/wire/authentication.md#making-a-connection-token). */
export const agreesToReview = (query: Readonly<Record<string, string>>): boolean => YES.has(query.create_ticket);

const audit = (ctx: Context, row: Row, field: string, after: string): void =>
  ctx.audit({
    action: 'update',
    resourceType: 'connectiontoken',
    resourceId: String(row.id),
    resource: String(row.asset_display),
    orgId: String(row.org_id),
    changes: [{ field, before: '', after }],
  });

async function reuse(ctx: Context, request: Request, row: Row, settings: SettingsReader) {
  // What was reviewed is one connection; it does not become many.
  if (!settings.get('CONNECTION_TOKEN_REUSABLE') || row.from_ticket_id) throw new CodedError('permission_denied');
  const reusable = (request.body as Record<string, unknown> | null)?.is_reusable === true;
  const expires = later(ctx, reusable ? settings.get('CONNECTION_TOKEN_REUSABLE_EXPIRATION') : oneTimeSeconds(settings));
  await sql`update connection_tokens set is_reusable = ${reusable}, date_expired = ${expires} where id = ${row.id}`.execute(ctx.tx);
  audit(ctx, row, 'is_reusable', reusable ? 'Yes' : 'No');
  return ok({ id: row.id, date_expired: formatDatetime(expires, ctx.timeZone), is_reusable: reusable });
}

/** Everyone sees and uses their own tokens only, superusers included (CVE-2025-62712). */
export function tokenBehaviour(deps: TokenDeps): Behaviour {
  return defineBehaviour({
    rows: rowsOf(connectionToken, (ctx, t) =>
      and(eb(t('user_id'), '=', ctx.actor.id), eb(t('date_expired'), '>', ctx.clock()), eb(t('date_used'), 'is', null)),
    ),
    filters: {
      search: (_ctx, value) => {
        const like = contains(value.slice(0, 256));
        return sql`(t.user_display ilike ${like} or t.asset_display ilike ${like})`;
      },
    },
    async prepare(ctx, write) {
      const given = recipients.get(write.body);
      const user = given?.person ?? (await validUser(ctx, ctx.actor.id));
      if (!user) throw new CodedError('permission_denied');
      await prepareToken(ctx, write, user, given?.review ?? agreesToReview(write.query), deps);
    },
    computed: {
      async value(ctx, rows) {
        return new Map(rows.map((row) => [String(row.id), ctx.secrets.open(String(row.sealed_value))]));
      },
      from_ticket: async (_ctx, rows) =>
        new Map(rows.map((row) => [String(row.id), row.from_ticket_id ? { id: row.from_ticket_id } : null])),
      async from_ticket_info(ctx, rows) {
        const found = await deps.reviews.info(
          ctx,
          rows.flatMap((row) => (row.from_ticket_id ? [String(row.from_ticket_id)] : [])),
        );
        return new Map(rows.map((row) => [String(row.id), found.get(String(row.from_ticket_id)) ?? {}]));
      },
      expire_time: async (ctx, rows) =>
        new Map(
          rows.map((row) => [
            String(row.id),
            Math.max(0, Math.floor(((row.date_expired as Date).getTime() - ctx.clock().getTime()) / 1000)),
          ]),
        ),
      async org_name(ctx, rows) {
        const { rows: orgs } = await sql<{ id: string; name: string }>`
          select id, name from organizations where id = any(${rows.map((row) => String(row.org_id))}::uuid[])`.execute(ctx.tx);
        const names = new Map(orgs.map((org) => [org.id, org.name]));
        return new Map(rows.map((row) => [String(row.id), names.get(String(row.org_id)) ?? '']));
      },
    },
    actions: {
      async expire(ctx, _request, row) {
        await sql`update connection_tokens set date_expired = ${ctx.clock()} where id = ${row?.id}`.execute(ctx.tx);
        audit(ctx, row as Row, 'date_expired', ctx.clock().toISOString());
        return noContent;
      },
      reuse: (ctx, request, row) => reuse(ctx, request, row as Row, deps.settings),
    },
  });
}
