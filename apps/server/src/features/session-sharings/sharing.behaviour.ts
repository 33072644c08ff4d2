import { CodedError } from '@postern/contract/errors';
import { parseUuid, parseUuids } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { among, type Behaviour, type Context, eb, NOBODY, type Row, type RowOf, rowsOf, type Where } from '@postern/resource';
import { ofComponentSession } from '../../platform/component-sessions.ts';
import { sessionJoinRecord, sessionSharing } from './sharing.resources.ts';

type Sharing = RowOf<typeof sessionSharing>;
type JoinRecord = RowOf<typeof sessionJoinRecord>;

/** The rows of these hooks are those of the table the kernel selected them from. */
const perRow = <R extends { id: string }, T>(rows: readonly Row[], value: (row: R) => T) =>
  new Map((rows as readonly R[]).map((row) => [row.id, value(row)]));
const idOf = (column: string) => async (_ctx: Context, rows: readonly Row[]) =>
  perRow<Row & { id: string }, unknown>(rows, (row) => (row[column] ? { id: row[column] } : null));

async function people(ctx: Context, ids: readonly unknown[]): Promise<Map<string, { id: string; name: string; username: string }>> {
  const wanted = [...new Set(parseUuids(ids))];
  const rows = await ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where(({ ref }) => among(ref('id'), wanted))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
const personOf = (column: string) => async (ctx: Context, rows: readonly Row[]) => {
  const known = await people(
    ctx,
    rows.map((row) => row[column]),
  );
  return perRow<Row & { id: string }, unknown>(rows, (row) => {
    const found = known.get(String(row[column]));
    return found ? { id: found.id, name: found.name } : null;
  });
};
const by =
  (column: string) =>
  (_ctx: Context, value: string): Where =>
    eb(`t.${column}`, '=', parseUuid(value) ?? null);

/** @throws CodedError method_not_allowed while sharing is switched off (docs/wire/sessions.md#sharing) */
export function requireSharing(settings: SettingsReader): void {
  if (!settings.get('SECURITY_SESSION_SHARE')) throw new CodedError('method_not_allowed', { method: 'sharing' });
}

/** Whoever shares sees their own, with the code; a component those of its sessions. */
export const sharingBehaviour = (settings: SettingsReader): Behaviour => ({
  listed() {
    requireSharing(settings);
    return undefined;
  },
  rows: rowsOf(sessionSharing, (ctx, t) => {
    if (!settings.get('SECURITY_SESSION_SHARE')) return NOBODY;
    return ctx.actor.kind === 'component' ? ofComponentSession(ctx, t('session_id')) : eb(t('creator_id'), '=', ctx.actor.id);
  }),
  filters: { session: by('session_id'), creator: by('creator_id') },
  computed: {
    session: idOf('session_id'),
    creator: personOf('creator_id'),
    async users_display(ctx, rows) {
      const listed = perRow<Sharing, readonly string[]>(rows, (row) => row.users);
      const known = await people(ctx, [...listed.values()].flat());
      return perRow<Sharing, string[]>(rows, (row) =>
        row.users.flatMap((id) => {
          const found = known.get(id);
          return found ? [`${found.name}(${found.username})`] : [];
        }),
      );
    },
    verify_code: async (ctx, rows) => perRow<Sharing, string>(rows, (row) => ctx.secrets.decrypt(row.sealed_code)),
  },
});

/** Auditors see who joined what; the code is only told to the component it came from. */
export const joinRecordBehaviour: Behaviour = {
  rows: rowsOf(sessionJoinRecord, (ctx, t) => (ctx.actor.kind === 'component' ? ofComponentSession(ctx, t('session_id')) : undefined)),
  filters: { sharing: by('sharing_id'), session: by('session_id'), joiner: by('joiner_id') },
  computed: {
    sharing: idOf('sharing_id'),
    session: idOf('session_id'),
    joiner: personOf('joiner_id'),
    async verify_code(ctx, rows) {
      if (ctx.actor.kind !== 'component') return perRow<JoinRecord, string>(rows, () => '');
      const ids = [...perRow<JoinRecord, string>(rows, (row) => row.sharing_id).values()];
      const found = await ctx.tx
        .selectFrom('session_sharings')
        .select(['id', 'sealed_code'])
        .where(({ ref }) => among(ref('id'), ids))
        .execute();
      const codes = new Map(found.map((row) => [row.id, ctx.secrets.decrypt(row.sealed_code)]));
      return perRow<JoinRecord, string>(rows, (row) => (row.is_success ? (codes.get(row.sharing_id) ?? '') : ''));
    },
  },
};
