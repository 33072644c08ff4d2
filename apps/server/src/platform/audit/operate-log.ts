import { randomUUID } from 'node:crypto';
import type { AuditEvent, Context, Database } from '@postern/resource';
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

/** Longest stored texts, as on the wire (contract/audits.md §2). */
const MAX_TEXT = 128;
/** Longest stored before or after text of one field. */
const MAX_CHANGE = 2_048;

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** `Name(username)`, the form of actors in all logs. */
export const actorText = (actor: Pick<Context['actor'], 'name' | 'username'>): string =>
  cut(actor.username ? `${actor.name}(${actor.username})` : actor.name, MAX_TEXT);

/** Appends the audit events of one request; the caller commits right after. */
export async function appendOperateLogs(tx: Database, ctx: Context, events: readonly AuditEvent[]): Promise<void> {
  const datetime = ctx.clock();
  await appendToChain(
    tx,
    operateChain,
    events.map((event) => ({
      id: randomUUID(),
      user_text: actorText(ctx.actor),
      user_id: ctx.actor.id,
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
    })),
  );
}
