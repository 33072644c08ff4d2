import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Behaviour, can, defineBehaviour, formatDatetime, ok, parseDatetime, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';

/** Commands of one request at most; components send five, or what ten seconds gave. */
const MAX_BATCH = 1000;

const clean = z.string().transform((value) => value.replaceAll('\0', ''));
const entry = z.object({
  session: z.uuid(),
  user: clean.pipe(z.string().max(512)),
  asset: clean.pipe(z.string().max(512)),
  account: clean.pipe(z.string().max(512)),
  input: clean.pipe(z.string().max(65536)),
  output: clean.pipe(z.string().max(65536)).default(''),
  timestamp: z.number().int().min(0).max(4_102_444_800),
  risk_level: z.number().int().min(0).max(8).default(0),
  org_id: z.string().max(36).default(''),
  cmd_filter_acl: z.uuid().nullish().catch(null),
  cmd_group: z.uuid().nullish().catch(null),
});

/** Long text keeps its beginning and its end. */
export const middleCut = (value: string, max: number): string =>
  value.length <= max ? value : `${value.slice(0, Math.floor(max / 2) - 1)}…${value.slice(-(max - Math.floor(max / 2)))}`;

/**
 * Takes commands in. Only for sessions the calling component carries: their organisation is the session's, whatever
 * the entry says. Entries of unknown sessions make the whole batch fail, so that the sender keeps it.
 */
export function commandRoutes(): Route[] {
  const create: Route = {
    method: 'POST',
    path: '/api/v1/terminal/commands/',
    policy: can('terminal.add_command'),
    name: 'terminal.command.create',
    async handle(ctx, { body }) {
      const parsed = z.array(entry).max(MAX_BATCH).safeParse(body);
      if (!parsed.success) return ok({ msg: parsed.error.issues[0]?.message ?? 'invalid' }, 401);
      const ids = [...new Set(parsed.data.map((one) => one.session))];
      const known = await sql<{ id: string; org_id: string }>`
        select s.id, s.org_id from sessions s join terminals c on c.id = s.terminal_id
        where s.id = any(${ids}::uuid[]) and c.user_id = ${ctx.actor.id}`.execute(ctx.tx);
      const orgs = new Map(known.rows.map((row) => [row.id, row.org_id]));
      const unknown = ids.find((id) => !orgs.has(id));
      if (unknown) throw InvalidInput.on('session', 'does_not_exist', { value: unknown });
      for (const one of parsed.data) {
        await sql`
          insert into commands (id, org_id, "user", asset, account, session, input, output, risk_level, cmd_filter_acl, cmd_group, timestamp)
          values (${randomUUID()}, ${orgs.get(one.session)}, ${middleCut(one.user, 64)}, ${middleCut(one.asset, 128)}, ${middleCut(one.account, 64)}, ${one.session},
            ${middleCut(one.input, 128)}, ${one.output.slice(0, 1024)}, ${one.risk_level}, ${one.cmd_filter_acl ?? null}, ${one.cmd_group ?? null}, ${one.timestamp})`.execute(
          ctx.tx,
        );
      }
      if (ids.length > 0)
        await sql`update sessions set has_command = true where id = any(${ids}::uuid[]) and not has_command`.execute(ctx.tx);
      return ok('ok', 201);
    },
  };
  return [create];
}

/** Tells where a command came from, and reads the list's own parameters (docs/wire/sessions.md#commands). */
export const commandBehaviour: Behaviour = defineBehaviour({
  filters: {
    // There is one log that is read; another one named is an empty list, as a log without commands.
    command_storage_id: (_ctx, value) =>
      sql<boolean>`exists (select 1 from command_storages s where s.id = ${parseUuid(value) ?? null}::uuid and s.type = 'server')`,
    session_id: (_ctx, value) => sql<boolean>`t.session = ${value}`,
    user: (_ctx, value) => sql<boolean>`starts_with(t.user, ${value})`,
    input: (_ctx, value) => sql<boolean>`strpos(lower(t.input), lower(${value})) > 0`,
    date_from: (_ctx, value) => bound(value, '>='),
    date_to: (_ctx, value) => bound(value, '<='),
  },
  computed: {
    async remote_addr(ctx, rows) {
      const ids = [...new Set(rows.map((row) => String(row.session)))];
      const { rows: found } = await sql<{
        id: string;
        remote_addr: string | null;
      }>`select id, remote_addr from sessions where id::text = any(${ids})`.execute(ctx.tx);
      const known = new Map(found.map((row) => [row.id, row.remote_addr]));
      return new Map(rows.map((row) => [String(row.id), known.get(String(row.session)) ?? '']));
    },
    timestamp_display: async (ctx, rows) =>
      new Map(rows.map((row) => [String(row.id), formatDatetime(new Date(Number(row.timestamp) * 1000), ctx.timeZone)])),
  },
});

function bound(value: string, side: '>=' | '<=') {
  const instant = parseDatetime(value);
  if (!instant) return undefined;
  const seconds = Math.floor(instant.getTime() / 1000);
  return side === '>=' ? sql<boolean>`t.timestamp >= ${seconds}` : sql<boolean>`t.timestamp <= ${seconds}`;
}
