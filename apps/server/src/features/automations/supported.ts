import { CodedError, FIELD_ERRORS } from '@postern/contract/errors';
import { assetType, typeLabel } from '@postern/contract/platforms';
import { render, type Text } from '@postern/contract/text';
import type { Context, Where } from '@postern/resource';
import { methodsFor } from '../platforms/index.ts';
import { type MachineAutomation, methodFor } from './methods/index.ts';
import { type MachineKind, machineKinds } from './supported.queries.ts';

/** Told at once when nothing can be done; a run over machines of which some can tells of each in its log. */
export const UNSUPPORTED = FIELD_ERRORS.not_automated;

/** Whether a machine of this kind could: by the method its platform names, or by one that it could name. */
function possible({ type, method }: MachineKind, automation: MachineAutomation): boolean {
  const known = assetType(type);
  if (!known?.automations.includes(automation)) return false;
  return method === null ? methodsFor(known, automation).some(({ id }) => methodFor(id)) : methodFor(method) !== undefined;
}

/**
 * Labels of the types of some assets when not one of them can be automated so; undefined when one can, or there are none.
 * @param assets which, under the alias `a`; inactive ones do not count
 * @param when `now`: the platform has to allow it as well; `ever`: it may be allowed later
 */
export async function unsupportedTypes(
  ctx: Context,
  automation: MachineAutomation,
  assets: Where,
  when: 'now' | 'ever',
): Promise<string | undefined> {
  const kinds = await machineKinds(ctx, automation, assets);
  const unable = kinds.filter((kind) => !possible(kind, automation) || (when === 'now' && (!kind.enabled || kind.method === null)));
  if (kinds.length === 0 || unable.length < kinds.length) return undefined;
  return [...new Set(unable.map(({ type }) => render(typeLabel(type), ctx.language)))].sort().join(', ');
}

/** A no to a task as clients of the API expect it: 400 `{error}`. */
export const refusedTask = (ctx: Context, why: Text, params: Readonly<Record<string, unknown>> = {}): CodedError =>
  new CodedError('error', {}, { body: { error: render(why, ctx.language, params) } });

/** @throws CodedError `error` when not one of some assets can be automated so; the parameters are those of `unsupportedTypes` */
export async function needSupported(ctx: Context, automation: MachineAutomation, assets: Where, when: 'now' | 'ever'): Promise<void> {
  const types = await unsupportedTypes(ctx, automation, assets, when);
  if (types) throw refusedTask(ctx, UNSUPPORTED, { types });
}
