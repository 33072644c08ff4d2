import { ORG } from '@postern/contract/ids';
import { type Context, type Route, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { detail } from '../../platform/routes/detail.ts';
import { type OrganisationDeps, organizationBehaviour } from './organization.behaviour.ts';
import { organizationResource } from './organization.resource.ts';
import { rootName } from './resolve.ts';

export type { OrganisationDeps, OrganisationListener, OwnedResource } from './organization.behaviour.ts';
export { organisationNames, resolveOrganisation, rootName } from './resolve.ts';

/** The organisation a request runs in, root included (docs/wire/organisations.md#current-organisation). */
const current = (deps: OrganisationDeps): Route =>
  detail({
    path: '/api/v1/orgs/orgs/current/',
    name: 'orgs.organization.current',
    who: { allow: 'user' },
    rows: { own: 'the organisation of the request' },
    answer: { rows: 'organization', only: ['id', 'name', 'is_default', 'is_root', 'comment'] },
    async show(ctx) {
      const { id, name, isRoot, isDefault } = ctx.org;
      const stored = isRoot
        ? undefined
        : await ctx.tx.selectFrom('organizations').select('comment').where('id', '=', id).executeTakeFirst();
      const shown = isRoot ? rootName(ctx, deps.settings.get('GLOBAL_ORG_DISPLAY_NAME')) : name;
      return { id, name: shown, is_default: isDefault, is_root: isRoot, comment: stored?.comment ?? '' };
    },
  });

/** Stores an organisation that every installation has. @returns whether it was not there before */
async function install(ctx: Context, { id, name }: { id: string; name: string }): Promise<boolean> {
  const made = await ctx.tx
    .insertInto('organizations')
    .values({ id, name, comment: '', builtin: true, created_by: 'System', updated_by: 'System' })
    .onConflict((clash) => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Organisations: the resource, the current one, and the two every installation has. */
export function organizationsFeature(deps: OrganisationDeps): Feature {
  return {
    resources: [resource(organizationResource, organizationBehaviour(deps))],
    routes: [current(deps)],
    async seed(ctx) {
      const builtin = [
        { id: ORG.DEFAULT, name: 'Default' },
        { id: ORG.SYSTEM, name: 'SYSTEM' },
      ];
      for (const one of builtin) if (await install(ctx, one)) for (const listener of deps.listeners) await listener.created?.(ctx, one);
    },
  };
}
