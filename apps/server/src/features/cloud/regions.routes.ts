import { InvalidInput } from '@postern/contract/errors';
import { can, fetchRow, INTEGER_SCHEMA, listSchema, objectSchema, type Route, reference, TEXT_SCHEMA } from '@postern/resource';
import { refuseOtherSites } from '../../platform/http/other-sites.ts';
import { detail } from '../../platform/routes/detail.ts';
import { answerShape, NO_VALUE } from '../../platform/shown.ts';
import { ASK_MS, asRefusal, decryptedAttributes } from './account.behaviour.ts';
import { type CloudAccount, cloudAccount, type Providers } from './account.resource.ts';

const MAX_REGIONS = 500;

/** `GET regions/?account_id=` (docs/wire/cloud-sync.md#regions): asked of the cloud itself, for the form of a task. */
export function regionRoutes(providers: Providers): readonly Route[] {
  const account = cloudAccount(providers);
  return [
    detail({
      path: '/api/v1/xpack/cloud/regions/',
      name: 'xpack.cloudregion.list',
      answer: answerShape(
        objectSchema({ regions: listSchema(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA })), count: INTEGER_SCHEMA, next: NO_VALUE }),
      ),
      // For those who fill in the form.
      who: can('xpack.add_syncinstancetask | xpack.change_syncinstancetask'),
      rows: { of: [account] },
      // One that is not there is told with 404.
      query: { account_id: reference(account.name, { label: account.label, nullable: true, judged: 'by the resource' }) },
      errors: ['csrf_failed', 'object_does_not_exist', 'error'],
      async show(ctx, { query, request, kernel }) {
        refuseOtherSites(request);
        // Forms ask before an account was chosen: there is nothing to choose from yet.
        if (!query.account_id) return { regions: [], count: 0, next: null };
        const row = (await fetchRow(kernel.byName(account.name), ctx, query.account_id)) as CloudAccount;
        const provider = providers[row.provider];
        if (!provider) throw InvalidInput.on('account_id', 'invalid_choice', { value: row.provider });
        try {
          const regions = (await provider.regions(await decryptedAttributes(ctx, row), AbortSignal.timeout(ASK_MS))).slice(0, MAX_REGIONS);
          return { regions: regions.map(({ id, name }) => ({ id, name })), count: regions.length, next: null };
        } catch (error) {
          throw asRefusal(error, ctx);
        }
      },
    }),
  ];
}
