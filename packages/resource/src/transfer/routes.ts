import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { ImportMode } from '@postern/contract/transfer';
import { type Context, holds } from '../base/context.ts';
import { ok, type Policy } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { Route } from '../compiled/route.ts';
import type { Verb } from '../definition/definition.ts';
import { MAX_FILE } from './bounds.ts';
import { importRows, readPortion } from './import-rows.ts';
import { renderFile } from './render.ts';

const VERB_OF: Readonly<Record<ImportMode, Verb>> = { create: 'create', update: 'update' };
/** Bytes of a portion of rows. */
const PORTION_BYTES = 8 * 1024 * 1024;

export type PolicyOf = (verb: Verb) => Policy;

const codesOf = (policy: Policy): string | undefined => (policy.allow === 'permission' ? policy.all[0] : undefined);

/** Ways of importing into a resource: the verbs that people with a permission code have. Machines do not import. */
export function importModes(resource: ResolvedResource, policyOf: PolicyOf): ImportMode[] {
  const { definition } = resource;
  const verbs = definition.verbs ?? ['list', 'retrieve', 'create', 'update', 'delete'];
  if (!verbs.includes('list') || definition.audited === false) return [];
  return (['create', 'update'] as const).filter((mode) => verbs.includes(VERB_OF[mode]) && codesOf(policyOf(VERB_OF[mode])) !== undefined);
}

/** @throws CodedError permission_denied, InvalidInput for a mode that does not exist here */
function requireMode(modes: readonly ImportMode[], policyOf: PolicyOf, ctx: Context, mode: ImportMode): void {
  if (!modes.includes(mode)) throw InvalidInput.on('mode', 'invalid_choice', { value: mode });
  const policy = policyOf(VERB_OF[mode]);
  if (policy.allow !== 'permission' || !holds(ctx.actor, policy.all)) throw new CodedError('permission_denied');
}

/** A route but for what the list's own printer adds. */
export type ImportRoute = Pick<Route, 'method' | 'path' | 'policy' | 'handle' | 'transaction' | 'fileLimit' | 'bodyLimit'> & {
  what: string;
};

/**
 * `render-to-json/` (docs/wire/conventions.md#imports) and `import-rows/` (decision 0030) of one list. Who may add or change may
 * come in; which of the two a portion needs is asked again with it.
 */
export function importRoutes(kernel: Kernel, resource: ResolvedResource, base: string, policyOf: PolicyOf): ImportRoute[] {
  const modes = importModes(resource, policyOf);
  if (modes.length === 0) return [];
  const codes = modes.flatMap((mode) => codesOf(policyOf(VERB_OF[mode])) ?? []);
  const policy: Policy = { allow: 'permission', all: [codes.join(' | ')] };
  return [
    {
      method: 'POST',
      path: `${base}render-to-json/`,
      policy,
      what: 'render_to_json',
      transaction: false,
      fileLimit: MAX_FILE,
      handle: (ctx, request) => renderFile(resource, ctx, request),
    },
    {
      method: 'POST',
      path: `${base}import-rows/`,
      policy,
      what: 'import_rows',
      bodyLimit: PORTION_BYTES,
      async handle(ctx, { body }) {
        const portion = readPortion(body);
        requireMode(modes, policyOf, ctx, portion.mode);
        return ok(await importRows(kernel, resource, ctx, portion));
      },
    },
  ];
}
