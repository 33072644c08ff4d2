import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  at,
  type Behaviour,
  type Context,
  can,
  derived,
  deriveResource,
  eb,
  formatDatetime,
  NOBODY,
  ok,
  type Route,
  type Row,
  rowsOf,
  type Values,
} from '@postern/resource';
import { confirmed } from '../../../platform/routes/confirmed.ts';
import { accessKeyResource, addAccessKey, judgeTerms, keyShape, refuseMoreKeys, termsOfKey } from '../../access-keys/index.ts';
import { refuseOutranking } from '../../rbac/index.ts';
import { MANAGES } from './service-account.behaviour.ts';
import { serviceAccountResource, serviceAccountRows } from './service-account.resource.ts';

const looks = can('users.view_serviceaccount');
const manages = can(MANAGES);
const t = at('t');

/** Which account a key is of. */
const accountOf = (column: 'id' | 'name') =>
  eb.selectFrom('service_accounts as a').select(`a.${column}`).whereRef('a.id', '=', 't.user_id');

/** The keys of service accounts: those of people, seen by whoever manages the accounts. There is one table of keys, and one rule about what a key may. */
export const serviceAccountKeyResource = deriveResource(accessKeyResource, {
  name: 'serviceaccountkey',
  app: 'users',
  path: 'service-account-keys',
  permissionModel: 'serviceaccount',
  label: text('Key of a service account', '服务账号密钥', 'サービスアカウントのキー'),
  labelPlural: text('Keys of service accounts', '服务账号密钥', 'サービスアカウントのキー'),
  access: { list: looks, retrieve: looks, update: manages, delete: manages },
  rootOrg: false,
  // What logs of operations call it by.
  title: 'account_name',
  fields: {
    account: derived({
      label: serviceAccountResource.label,
      type: 'string',
      expression: () => eb.cast(accountOf('id'), 'text'),
      order: false,
    }),
    account_name: derived({
      label: text('Name of the service account', '服务账号名称', 'サービスアカウントの名前'),
      type: 'string',
      expression: () => accountOf('name'),
      order: false,
    }),
  },
});

/** Keys of the accounts that the actor may see. */
export const serviceAccountKeyRows = rowsOf(serviceAccountKeyResource, (ctx, k) =>
  eb(k('user_id'), 'in', eb.selectFrom('service_accounts as a').select('a.id').where(serviceAccountRows(ctx, 'a'))),
);

/** Whoever makes a key for an account, or loosens one, may do what it may: they have to outrank it as if they changed it. */
const refuseBeyond = (ctx: Context, accountId: string) => refuseOutranking(ctx, accountId, MANAGES);
const ownerOf = (row: Row): string => String(row.user_id);

export const serviceAccountKeyBehaviour: Behaviour = {
  rows: serviceAccountKeyRows,
  filters: {
    account(_ctx, value) {
      const id = parseUuid(value);
      return id ? eb(t('user_id'), '=', id) : NOBODY;
    },
  },
  async prepare(ctx, { values, before }) {
    if (!before) return;
    await refuseBeyond(ctx, ownerOf(before));
    await judgeTerms(ctx, values, ownerOf(before));
  },
  async deleting(ctx, rows) {
    for (const row of rows) await refuseBeyond(ctx, ownerOf(row));
    return rows;
  },
};

export interface ServiceAccountKeyDeps {
  /** Asks whoever sits at a browser to prove who they are. @throws CodedError `user_confirm_required` */
  confirm(ctx: Context): Promise<void>;
}

/** A new key for a service account, with its terms; its secret is in this answer alone. To replace a key, a new one is made beside it, and the old one ended. */
export const serviceAccountKeyCreation = ({ confirm }: ServiceAccountKeyDeps): Route =>
  confirmed({
    method: 'POST',
    path: '/api/v1/users/service-accounts/:id/keys/',
    name: 'users.serviceaccount.makekey',
    who: manages,
    rows: { one: serviceAccountResource, of: [serviceAccountKeyResource] },
    errors: ['user_confirm_required', 'outranked'],
    status: 201,
    body: termsOfKey,
    answer: keyShape,
    confirm: async (ctx) => {
      if (ctx.session) await confirm(ctx);
    },
    async act(ctx, { row, body }) {
      await refuseBeyond(ctx, row.id);
      await judgeTerms(ctx, body as Values, row.id);
      await refuseMoreKeys(ctx, row.id);
      const { id, secret, date_created } = await addAccessKey(ctx, row.id, ctx.actor.name, body);
      const { name: resource, org_id: orgId } = row;
      ctx.audit({ action: 'create', resourceType: serviceAccountKeyResource.name, resourceId: id, resource, orgId });
      return ok({ id, secret, is_active: true, date_created: formatDatetime(date_created, ctx.timeZone) }, 201);
    },
  });
