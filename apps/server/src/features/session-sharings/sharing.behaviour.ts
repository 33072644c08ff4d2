import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { type Behaviour, type Column, type Context, defineBehaviour, eb, NOBODY, type Row, rowsOf, type Where } from '@postern/resource';
import { sql } from 'kysely';
import { sessionJoinRecord, sessionSharing } from './sharing.resources.ts';

const perRow = <T>(rows: readonly Row[], value: (row: Row) => T) => new Map(rows.map((row) => [String(row.id), value(row)]));
const idOf = (column: string) => async (_ctx: Context, rows: readonly Row[]) =>
  perRow(rows, (row) => (row[column] ? { id: row[column] } : null));

async function people(ctx: Context, ids: readonly unknown[]): Promise<Map<string, { id: string; name: string; username: string }>> {
  const wanted = [...new Set(ids.flatMap((id) => parseUuid(id) ?? []))];
  const { rows } = await sql<{ id: string; name: string; username: string }>`
    select id, name, username from users where id = any(${wanted}::uuid[])`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.id, row]));
}
const personOf = (column: string) => async (ctx: Context, rows: readonly Row[]) => {
  const known = await people(
    ctx,
    rows.map((row) => row[column]),
  );
  return perRow(rows, (row) => {
    const found = known.get(String(row[column]));
    return found ? { id: found.id, name: found.name } : null;
  });
};
async function org_name(ctx: Context, rows: readonly Row[]) {
  const { rows: orgs } = await sql<{ id: string; name: string }>`
    select id, name from organizations where id = any(${rows.map((row) => String(row.org_id))}::uuid[])`.execute(ctx.tx);
  const names = new Map(orgs.map((org) => [org.id, org.name]));
  return perRow(rows, (row) => names.get(String(row.org_id)) ?? '');
}
const by =
  (column: string) =>
  (_ctx: Context, value: string): Where =>
    sql<boolean>`${sql.ref(`t.${column}`)} = ${parseUuid(value) ?? null}::uuid`;

/** Of sessions that the calling component carries. */
const carried = (ctx: Context, t: Column): Where =>
  eb(
    t('session_id'),
    'in',
    eb
      .selectFrom('sessions')
      .select('id')
      .where('terminal_id', '=', ctx.actor.component?.id ?? null),
  );

/** @throws CodedError method_not_allowed while sharing is switched off (docs/wire/sessions.md#sharing) */
export function requireSharing(settings: SettingsReader): void {
  if (!settings.get('SECURITY_SESSION_SHARE')) throw new CodedError('method_not_allowed', { method: 'sharing' });
}

/** Whoever shares sees their own, with the code; a component those of its sessions. */
export const sharingBehaviour = (settings: SettingsReader): Behaviour =>
  defineBehaviour({
    listed() {
      requireSharing(settings);
      return undefined;
    },
    rows: rowsOf(sessionSharing, (ctx, t) => {
      if (!settings.get('SECURITY_SESSION_SHARE')) return NOBODY;
      return ctx.actor.kind === 'component' ? carried(ctx, t) : eb(t('creator_id'), '=', ctx.actor.id);
    }),
    filters: { session: by('session_id'), creator: by('creator_id') },
    computed: {
      session: idOf('session_id'),
      creator: personOf('creator_id'),
      async users_display(ctx, rows) {
        const listed = (row: Row): readonly unknown[] => (Array.isArray(row.users) ? row.users : []);
        const known = await people(ctx, rows.flatMap(listed));
        return perRow(rows, (row) =>
          listed(row).flatMap((id) => {
            const found = known.get(String(id));
            return found ? [`${found.name}(${found.username})`] : [];
          }),
        );
      },
      verify_code: async (ctx, rows) => perRow(rows, (row) => ctx.secrets.open(String(row.sealed_code))),
      org_name,
    },
  });

/** Auditors see who joined what; the code is only told to the component it came from. */
export const joinRecordBehaviour: Behaviour = defineBehaviour({
  rows: rowsOf(sessionJoinRecord, (ctx, t) => (ctx.actor.kind === 'component' ? carried(ctx, t) : undefined)),
  filters: { sharing: by('sharing_id'), session: by('session_id'), joiner: by('joiner_id') },
  computed: {
    sharing: idOf('sharing_id'),
    session: idOf('session_id'),
    joiner: personOf('joiner_id'),
    async verify_code(ctx, rows) {
      if (ctx.actor.kind !== 'component') return perRow(rows, () => '');
      const { rows: found } = await sql<{ id: string; sealed_code: string }>`
        select id, sealed_code from session_sharings where id = any(${rows.map((row) => String(row.sharing_id))}::uuid[])`.execute(ctx.tx);
      const codes = new Map(found.map((row) => [row.id, ctx.secrets.open(row.sealed_code)]));
      return perRow(rows, (row) => (row.is_success ? (codes.get(String(row.sharing_id)) ?? '') : ''));
    },
    org_name,
  },
});
