import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, resource } from '@postern/resource';
import { sql } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import { label } from './label.resource.ts';

export type LabelInput = string | { name: string; value: string };

/** Reads one entry of an asset's `labels`: a link by id, or `{name, value}` to be found or made. */
export function readLabel(entry: unknown): LabelInput | undefined {
  const given = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  const id = parseUuid(given ? (given.pk ?? given.id) : entry);
  if (id) return id;
  const { name, value } = given ?? {};
  if (typeof name !== 'string' || typeof value !== 'string') return undefined;
  if (name.trim() === '' || value.trim() === '' || name.length > 128 || value.length > 128) return undefined;
  return { name: name.trim(), value: value.trim() };
}

/** Ids of labels, making those given as `{name, value}` that do not exist yet. */
export async function ensureLabels(ctx: Context, orgId: string, inputs: readonly LabelInput[]): Promise<string[]> {
  const ids: string[] = [];
  for (const input of inputs) {
    if (typeof input === 'string') {
      ids.push(input);
      continue;
    }
    const made = await sql<{ id: string }>`
      insert into labels (id, org_id, name, value, category, comment, is_active, created_by, updated_by, date_created, date_updated)
      values (${randomUUID()}, ${orgId}, ${input.name}, ${input.value}, 'U', '', true, ${ctx.actor.name}, ${ctx.actor.name}, now(), now())
      on conflict (org_id, name, value) do nothing returning id`.execute(ctx.tx);
    const found =
      made.rows[0] ??
      (
        await sql<{ id: string }>`
        select id from labels where org_id = ${orgId} and name = ${input.name} and value = ${input.value}`.execute(ctx.tx)
      ).rows[0];
    if (!found) throw InvalidInput.on('labels', 'does_not_exist', { value: `${input.name}:${input.value}` });
    if (made.rows.length > 0) {
      ctx.audit({ action: 'create', resourceType: 'label', resourceId: found.id, resource: input.name, orgId });
    }
    ids.push(found.id);
  }
  return [...new Set(ids)];
}

/** Labels that people put on assets. */
export const labelsFeature = (): Feature => ({ resources: [resource(label)] });
