import { ORG } from '@postern/contract/ids';
import { ok, type Route, resource } from '@postern/resource';
import { sql } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import { type OrganisationDeps, organizationBehaviour } from './organization.behaviour.ts';
import { organizationResource } from './organization.resource.ts';
import { rootName } from './resolve.ts';

export type { Holding, OrganisationDeps, OrganisationListener } from './organization.behaviour.ts';
export { organisationNames, resolveOrganisation, rootName } from './resolve.ts';

/** The organisation a request runs in, root included (docs/wire/organisations.md#current-organisation). */
const current = (deps: OrganisationDeps): Route => ({
  method: 'GET',
  path: '/api/v1/orgs/orgs/current/',
  policy: { allow: 'user' },
  name: 'orgs.organization.current',
  shape: { rows: 'organization', view: 'detail', only: ['id', 'name', 'is_default', 'is_root', 'comment'] },
  async handle(ctx) {
    const { id, name, isRoot, isDefault } = ctx.org;
    const comments = isRoot
      ? []
      : (await sql<{ comment: string }>`select comment from organizations where id = ${id}`.execute(ctx.tx)).rows;
    const shown = isRoot ? rootName(ctx, deps.settings.get('GLOBAL_ORG_DISPLAY_NAME')) : name;
    return ok({ id, name: shown, is_default: isDefault, is_root: isRoot, comment: comments[0]?.comment ?? '' });
  },
});

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
      for (const one of builtin) {
        const { rows } = await sql`
          insert into organizations (id, name, comment, builtin, created_by, updated_by)
          values (${one.id}, ${one.name}, '', true, 'System', 'System') on conflict (id) do nothing returning id`.execute(ctx.tx);
        if (rows.length > 0) for (const listener of deps.listeners) await listener.created?.(ctx, one);
      }
    },
  };
}
