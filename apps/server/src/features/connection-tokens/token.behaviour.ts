import { CodedError } from '@postern/contract/errors';
import { among, type Behaviour, type Context, containing, eb, insert, type Kernel, noContent, or } from '@postern/resource';
import { type TokenRow, tokenRows } from './token.resource.ts';
import { type Person, prepareToken, type TokenDeps, validUser, type Willing } from './token.service.ts';

/** Whom a token is for, and what they bring along, on routes other than the list's: never said by a body. */
interface Recipient extends Willing {
  person: Person;
}
const recipients = new WeakMap<object, Recipient>();
export const issueFor = (body: object, recipient: Recipient): void => void recipients.set(body, recipient);

const YES: ReadonlySet<string | undefined> = new Set(['1', 'true', 'True', 'yes']);
/** `?create_ticket=1`: who asks agrees to wait for a review (docs/wire/authentication.md#making-a-connection-token). */
export const agreesToReview = (query: Readonly<Record<string, string>>): boolean => YES.has(query.create_ticket);

/** Tells the log of a change that is no update of the kernel's. */
export const auditToken = (ctx: Context, row: TokenRow, field: string, after: string): void =>
  ctx.audit({
    action: 'update',
    resourceType: 'connectiontoken',
    resourceId: row.id,
    resource: row.asset_display,
    orgId: row.org_id,
    changes: [{ field, before: '', after }],
  });

export function tokenBehaviour(deps: TokenDeps): Behaviour {
  return {
    rows: tokenRows,
    filters: {
      search: (_ctx, value) => {
        const like = containing(value);
        return or(eb('t.user_display', 'ilike', like), eb('t.asset_display', 'ilike', like));
      },
    },
    async prepare(ctx, write) {
      const given = recipients.get(write.body);
      const user = given?.person ?? (await validUser(ctx, ctx.actor.id));
      if (!user) throw new CodedError('permission_denied');
      await prepareToken(ctx, write, user, given ?? { review: agreesToReview(write.query), proved: false }, deps);
    },
    computed: {
      async value(ctx, rows) {
        return new Map(rows.map((row) => [String(row.id), ctx.secrets.decrypt(String(row.sealed_value))]));
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
        const ids = rows.map((row) => String(row.org_id));
        const orgs = await ctx.tx
          .selectFrom('organizations')
          .select(['id', 'name'])
          .where(({ ref }) => among(ref('id'), ids))
          .execute();
        const names = new Map(orgs.map((org) => [org.id, org.name]));
        return new Map(rows.map((row) => [String(row.id), names.get(String(row.org_id)) ?? '']));
      },
    },
    actions: {
      async expire(ctx, _request, row) {
        // Of one token: the kernel found its row.
        const token = row as TokenRow;
        await ctx.tx.updateTable('connection_tokens').set({ date_expired: ctx.clock() }).where('id', '=', token.id).execute();
        auditToken(ctx, token, 'date_expired', ctx.clock().toISOString());
        return noContent;
      },
    },
  };
}

/**
 * A token for work that a person has ordered, such as a job: everything is asked as if they connected themself, and nobody waits for a review.
 * @param ctx with the person as actor, in a transaction
 * @returns its id, and the value by which it is exchanged
 * @throws CodedError, InvalidInput as making a token does
 */
export async function tokenFor(
  kernel: Kernel,
  ctx: Context,
  { method, ...wanted }: { asset: string; account: string; protocol: string; method: string },
): Promise<{ id: string; value: string }> {
  const person = await validUser(ctx, ctx.actor.id);
  if (!person) throw new CodedError('permission_denied');
  const values = { ...wanted, connect_method: method, connect_options: {}, input_username: '' };
  issueFor(values, { person, review: false, proved: false });
  const row = await insert(kernel.byName('connectiontoken'), ctx, values);
  return { id: String(row.id), value: ctx.secrets.decrypt(String(row.sealed_value)) };
}
