import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { can, fetchRow, type Kernel, ok, type Route } from '@postern/resource';
import { ASK_MS, asRefusal, openAttributes } from './account.behaviour.ts';
import type { Providers } from './account.resource.ts';
import { refuseOtherSites } from './other-sites.ts';

const MAX_REGIONS = 500;

/** `GET regions/?account_id=` (docs/wire/cloud-sync.md#regions): asked of the cloud itself, for the form of a task. */
export const regionRoutes = (kernel: () => Kernel, providers: Providers): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/v1/xpack/cloud/regions/',
    name: 'xpack.cloudregion.list',
    // For those who fill in the form.
    policy: can('xpack.add_syncinstancetask | xpack.change_syncinstancetask'),
    transaction: false,
    async handle(ctx, request) {
      refuseOtherSites(request);
      // Forms ask before an account was chosen: there is nothing to choose from yet.
      if (!request.query.account_id) return ok({ regions: [], count: 0, next: null });
      const id = parseUuid(request.query.account_id);
      if (!id) throw InvalidInput.on('account_id', 'does_not_exist', { value: request.query.account_id.slice(0, 64) });
      const account = await fetchRow(kernel().byName('cloudaccount'), ctx, id);
      const provider = providers[String(account.provider)];
      if (!provider) throw InvalidInput.on('account_id', 'invalid');
      try {
        const regions = (await provider.regions(await openAttributes(ctx, account), AbortSignal.timeout(ASK_MS))).slice(0, MAX_REGIONS);
        return ok({ regions: regions.map(({ id, name }) => ({ id, name })), count: regions.length, next: null });
      } catch (error) {
        throw asRefusal(error, ctx);
      }
    },
  },
];
