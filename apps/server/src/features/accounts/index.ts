import { type Behaviour, type Context, type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { accountBehaviour } from './account.behaviour.ts';
import { account } from './account.resource.ts';
import { accountRoutes } from './account.routes.ts';
import { accountsOfAsset, createForAsset } from './account.service.ts';
import { accountSecretRoutes } from './account-secrets.routes.ts';
import { accountTemplateRoutes } from './account-templates.routes.ts';
import { destinationRoutes } from './destination.routes.ts';
import { assetsMoved, gatewaysMoved } from './destination.ts';
import { secretHistory } from './secret-history.ts';
import type { RequireConfirmation } from './secret-routes.ts';
import { accountTemplate, templateBehaviour } from './template.ts';

export { storedSecret } from './account.behaviour.ts';
export { ASSET_OBJECT, account } from './account.resource.ts';
export { createAccount, createOn } from './account.service.ts';
export { assetsMoved, platformsMoved } from './destination.ts';
export { noteLogin, replaceSecret } from './from-machines.ts';
export { secretTypeChoices } from './secret.fields.ts';
export type { RequireConfirmation } from './secret-routes.ts';
export { newKeyPair, readPrivateKey } from './ssh-key.ts';

/** What the assets feature needs of accounts; the composition root hands it over. */
export const nestedAccounts = (kernel: () => Kernel) => ({
  createFor: (ctx: Parameters<typeof createForAsset>[1], asset: { id: string }, items: readonly unknown[]) =>
    createForAsset(kernel(), ctx, asset.id, items),
  ofAsset: accountsOfAsset(kernel),
  assetsMoved,
  gatewaysMoved,
});

/** Puts an account that was just written on its machine; refuses who may not (`push_now`, docs/wire/accounts.md#pushes-and-tests). */
export type PushNow = (ctx: Context, account: { id: string; org_id: string }, params: unknown) => Promise<void>;

const pushing = (plain: Behaviour, pushNow: PushNow): Behaviour => ({
  ...plain,
  async written(ctx, write) {
    await plain.written?.(ctx, write);
    const { values, row } = write;
    if (values.push_now === true) await pushNow(ctx, { id: String(row.id), org_id: String(row.org_id) }, values.params);
  },
});

export interface AccountsDeps {
  kernel: () => Kernel;
  requireConfirmation: RequireConfirmation;
  pushNow: PushNow;
}

/** Logins on assets, their encrypted secrets and the one guarded way to see them. */
export function accountsFeature(deps: AccountsDeps): Feature {
  return {
    resources: [resource(account, pushing(accountBehaviour(deps.kernel), deps.pushNow)), resource(accountTemplate, templateBehaviour)],
    tables: [secretHistory],
    routes: [
      ...accountRoutes,
      ...accountSecretRoutes(deps.requireConfirmation),
      ...accountTemplateRoutes(deps.requireConfirmation),
      ...destinationRoutes,
    ],
  };
}
