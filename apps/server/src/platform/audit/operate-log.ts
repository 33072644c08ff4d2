import { randomUUID } from 'node:crypto';
import type { AuditEvent, Context, Database } from '@postern/resource';
import { type Messages, notify, telling } from '../events/bus.ts';
import { appendToChain, type ChainDefinition } from './chain.ts';

export const operateChain: ChainDefinition = {
  table: 'operate_logs',
  columns: [
    'id',
    'user_text',
    'user_id',
    'action',
    'resource_type',
    'resource_id',
    'resource',
    'remote_addr',
    'datetime',
    'org_id',
    'diff',
  ],
};

/** Longest stored texts, as on the wire (docs/wire/audits.md#operations). */
const MAX_TEXT = 128;
/** Longest stored before or after text of one field. */
const MAX_CHANGE = 2_048;

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** `Name(username)`, the form of actors in all logs. */
export const actorText = (actor: Pick<Context['actor'], 'name' | 'username'>): string =>
  cut(actor.username ? `${actor.name}(${actor.username})` : actor.name, MAX_TEXT);

/**
 * Told on every node when audited writes were committed; payload `{types}`, the kinds of resources they were about. What
 * is derived from several resources hears here that it may have changed, whoever wrote and by whichever route.
 */
export const WRITTEN = 'written';
/** Kinds named in one message; a write about more of them says that anything may have changed. */
const MAX_TYPES = 32;

/** Whether a `WRITTEN` message may be about one of these kinds. */
export const wroteAny = (payload: Readonly<Record<string, unknown>>, types: ReadonlySet<string>): boolean =>
  !Array.isArray(payload.types) || payload.types.some((type) => types.has(String(type)));

/**
 * Appends the audit events of one request and lets all nodes know; the caller commits right after.
 * @param messages what else they are told with this commit
 */
export async function appendOperateLogs(
  tx: Database,
  ctx: Context,
  events: readonly AuditEvent[],
  messages: Messages = new Map(),
): Promise<void> {
  const datetime = ctx.clock();
  const types = [...new Set(events.filter(({ action, isNotice }) => action !== 'view' && !isNotice).map((event) => event.resourceType))];
  const rows = events.map((event) => ({
    id: randomUUID(),
    user_text: actorText(event.by ?? ctx.actor),
    user_id: (event.by ?? ctx.actor).id,
    action: event.action,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    resource: cut(event.resource, MAX_TEXT),
    remote_addr: ctx.origin.ip,
    datetime,
    org_id: event.orgId ?? ctx.org.id,
    diff: (event.changes ?? []).map(({ field, before, after }) => ({
      field,
      before: cut(before, MAX_CHANGE),
      after: cut(after, MAX_CHANGE),
    })),
  }));
  if (types.length > 0) messages.set(WRITTEN, types.length > MAX_TYPES ? {} : { types });
  if (rows.length === 0) for (const [channel, payload] of messages) await notify(tx, channel, payload);
  else
    await appendToChain(
      tx,
      operateChain,
      rows,
      [...messages].map(([channel, payload]) => telling(channel, payload)),
    );
}
