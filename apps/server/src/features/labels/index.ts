import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type MachineMark, markOf } from '@postern/contract/machine-marks';
import { type Context, resource } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Feature } from '../../platform/feature.ts';
import { label, labelRows } from './label.resource.ts';

interface Mark {
  name: string;
  value: string;
}
export type LabelInput = string | Mark;

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

/** Id of a new label; undefined when the organisation has it already. */
async function make(ctx: Context, orgId: string, { name, value }: Mark): Promise<string | undefined> {
  const author = ctx.actor.name;
  const made = await ctx.tx
    .insertInto('labels')
    .values({
      id: randomUUID(),
      org_id: orgId,
      name,
      value,
      category: 'U',
      comment: '',
      is_active: true,
      created_by: author,
      updated_by: author,
    })
    .onConflict((clash) => clash.columns(['org_id', 'name', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

/** Id of a label of the organisation. */
async function labelId(ctx: Context, { name, value }: Mark): Promise<string | undefined> {
  const found = await ctx.tx
    .selectFrom('labels as l')
    .select('l.id')
    .where(labelRows(ctx, 'l'))
    .where('l.name', '=', name)
    .where('l.value', '=', value)
    .executeTakeFirst();
  return found?.id;
}

/** Ids of labels, making those given as `{name, value}` that do not exist yet. */
export async function ensureLabels(ctx: Context, orgId: string, inputs: readonly LabelInput[]): Promise<string[]> {
  const ids: string[] = [];
  for (const input of inputs) {
    if (typeof input === 'string') {
      ids.push(input);
      continue;
    }
    const made = await make(ctx, orgId, input);
    const id = made ?? (await labelId(inOrganisation(ctx, orgId), input));
    if (!id) throw InvalidInput.on('labels', 'does_not_exist', { value: `${input.name}:${input.value}` });
    if (made) ctx.audit({ action: 'create', resourceType: 'label', resourceId: id, resource: input.name, orgId });
    ids.push(id);
  }
  return [...new Set(ids)];
}

/** How an asset is marked, for whom it was found already. */
export async function markOfAsset(ctx: Context, assetId: string): Promise<MachineMark | null> {
  const coloured = await ctx.tx
    .selectFrom('asset_labels as l')
    .innerJoin('labels as b', 'b.id', 'l.label_id')
    .select(['b.name', 'b.value', 'b.color', 'b.warning'])
    .where('l.asset_id', '=', assetId)
    .where('b.color', '<>', '')
    .orderBy('b.name')
    .orderBy('b.value')
    .execute();
  return markOf(coloured) ?? null;
}

/** Labels that people put on assets. */
export const labelsFeature = (): Feature => ({ resources: [resource(label, { rows: labelRows })] });
