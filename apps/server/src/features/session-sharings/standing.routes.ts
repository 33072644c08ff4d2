import { parseUuids } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import { among, type Context, FLAG_SCHEMA, nestedList, ok, type Route, recordSchema, uuid } from '@postern/resource';
import { ofComponentSession } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { report } from '../../platform/routes/report.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { isMember } from '../rbac/index.ts';
import { sessionJoinRecord } from './sharing.resources.ts';
import type { SharingDeps } from './sharing.routes.ts';

/** Guests of sessions that the component carries who came, have not left, and whose share was not taken back. */
const present = (ctx: Context, records: readonly string[]) =>
  ctx.tx
    .selectFrom('session_join_records as r')
    .innerJoin('session_sharings as x', 'x.id', 'r.sharing_id')
    .select(['r.id', 'r.org_id', 'r.joiner_id'])
    .where(({ ref }) => among(ref('r.id'), records))
    .where(({ ref }) => ofComponentSession(ctx, ref('r.session_id')))
    .where('r.is_success', '=', true)
    .where('r.is_finished', '=', false)
    .where('x.date_withdrawn', 'is', null)
    .execute();

/** Of some people, those who may be let into an organisation now. */
async function membersNow(ctx: Context, org: string, people: readonly unknown[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx
    .selectFrom('users as u')
    .select('u.id')
    .where(({ ref }) => among(ref('u.id'), parseUuids(people)))
    .where('u.is_active', '=', true)
    .where('u.is_service_account', '=', false)
    .where(({ eb, or }) => or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .where(({ ref }) => isMember(inOrganisation(ctx, org), ref('u.id')))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ours: whether guests may stay where they were let in, by join record. They may not once they are switched off, have expired, are no member of the
 * session's organisation any more, or the share was taken back. That its minutes are over, or that somebody guessed at its code, ends joining alone.
 */
export const standingRoute = ({ settings }: SharingDeps): Route =>
  report({
    method: 'POST',
    path: '/api/v1/terminal/session-join-records/standing/',
    name: 'terminal.sessionjoinrecord.standing',
    right: 'terminal.change_sessionjoinrecord',
    rows: { of: [sessionJoinRecord] },
    // Only reads.
    transaction: false,
    body: {
      records: nestedList({ id: uuid({ label: WORDS.id, required: true }) }, { label: t('Guests', '访客', 'ゲスト'), required: true }),
    },
    answer: answerShape(recordSchema(FLAG_SCHEMA)),
    async take(ctx, { body }) {
      const asked = body.records.map(({ id }) => id);
      const stays: Record<string, boolean> = Object.fromEntries(asked.map((id) => [id, false]));
      if (!settings.get('SECURITY_SESSION_SHARE')) return ok(stays);
      const there = await present(ctx, asked);
      for (const org of new Set(there.map(({ org_id }) => org_id))) {
        const own = there.filter(({ org_id }) => org_id === org);
        const members = await membersNow(
          ctx,
          org,
          own.map(({ joiner_id }) => joiner_id),
        );
        for (const { id, joiner_id } of own) stays[id] = members.has(String(joiner_id));
      }
      return ok(stays);
    },
  });
