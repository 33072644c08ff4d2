import { CLOUD_PROVIDERS } from '@postern/contract/cloud';
import { text as words } from '@postern/contract/text';
import { boolean, can, comment, defineResource, type Field, labelled, type RowOf, secret, uniqueName } from '@postern/resource';
import { connectionTest } from '../../platform/connection-test.ts';
import { membersBy } from '../../platform/fields.ts';
import { MESSAGE } from '../../platform/shown.ts';
import { attributeInfo } from './attributes.ts';
import type { CloudAttrs, CloudProvider } from './providers/provider.ts';

export type Providers = Readonly<Record<string, CloudProvider>>;

/** Attributes that may be read; which there are follows from the provider. Before one is chosen there is nothing to fill in. */
const attributes = (providers: Providers): Field =>
  membersBy({ label: words('Attributes', '属性', '属性'), required: true }, (ctx, { provider }) => {
    const chosen = provider === undefined || !Object.hasOwn(providers, provider) ? undefined : providers[provider];
    return chosen ? attributeInfo(chosen, ctx) : {};
  });

/**
 * A login at a cloud, from which machines are read (docs/wire/cloud-sync.md#accounts). Secret attributes live in a column of their own,
 * encrypted together, and are on no wire.
 */
export const cloudAccount = (providers: Providers) =>
  defineResource({
    name: 'cloudaccount',
    app: 'xpack',
    path: 'cloud/accounts',
    permissionModel: 'account',
    table: 'cloud_accounts',
    label: words('Cloud account', '云账号', 'クラウドアカウント'),
    labelPlural: words('Cloud accounts', '云账号', 'クラウドアカウント'),
    scope: 'org',
    bulk: false,
    base: ['created_by', 'date_created', 'date_updated'],
    order: 'name',
    mini: ['id', 'name'],
    small: ['id', 'name', 'provider', 'comment'],
    fields: {
      name: uniqueName('org'),
      provider: labelled({
        label: words('Provider', '云服务商', 'プロバイダー'),
        required: true,
        createOnly: true,
        filter: true,
        noIndex: 'few accounts in an organisation',
        choices: CLOUD_PROVIDERS.filter(({ value }) => Object.hasOwn(providers, value)).map(({ value, label }) => ({ value, label })),
      }),
      attrs: attributes(providers),
      // Written by the behaviour only, never by a client.
      secrets: (() => {
        const field = secret({ label: words('Secret attributes', '密文属性', 'シークレット属性'), max: 262_144 });
        return { ...field, options: { ...field.options, readOnly: true } };
      })(),
      validity: boolean({
        label: words('Valid', '是否有效', '有効'),
        help: words('What the last test or run found.', '最近一次测试或同步的结果。', '最後のテストまたは同期の結果。'),
        readOnly: true,
        nullable: true,
        order: false,
      }),
      comment: comment(),
    },
    actions: {
      test: connectionTest(can('xpack.test_account'), { answer: MESSAGE }),
    },
  });

/** As the kernel reads one: without its secrets. */
export type CloudAccount = Omit<RowOf<ReturnType<typeof cloudAccount>>, 'secrets'>;

declare module '@postern/resource/database' {
  interface Columns {
    'cloud_accounts.attrs': CloudAttrs;
  }
}
