import { addressOf } from '@postern/client/api';
import { secretTypesOf } from '@postern/contract/protocols';
import { SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { EmbeddedForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { ParamsInput } from '../account-automations/ParamsInput.tsx';
import { RESOURCES } from '../resources.ts';
import { userLabel } from '../shared-labels.ts';
import { canBePushed } from './account-tasks.ts';
import { followLogin, secretSpec } from './secret-spec.ts';

/** An asset as the pages of assets and accounts know it. */
export interface AssetRef extends Row {
  name: string;
  platform?: { id: number; name: string };
}

interface Props {
  account: Row | undefined;
  /** Where the account is, or is to be. */
  asset: AssetRef;
  onClose: () => void;
}

interface Platform {
  su_enabled: boolean;
  protocols: { name: string }[];
}

/** Adds an account to one asset, or updates it (docs/behaviour/accounts.md#one-account). A blank secret keeps the stored one. */
export function AccountDialog({ account, asset, onClose }: Props) {
  const { t } = useTranslation(['features', 'screens']);
  const platform = usePlatform(asset);
  return (
    <Dialog title={t(account ? 'accounts.update' : 'accounts.create')} width={720} onClose={onClose} keeps>
      {platform === 'asked' ? (
        <SkeletonRows rows={6} columns={2} label={t('screens:list.loading')} />
      ) : (
        <AccountForm account={account} asset={asset} platform={platform} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The platform of an asset: it says what secrets its protocols take. Undefined for those who may not read platforms. */
function usePlatform(asset: AssetRef): Platform | undefined | 'asked' {
  const id = asset.platform?.id;
  const found = useQuery({
    queryKey: keyOf('platforms', 'retrieve', id ?? ''),
    queryFn: ({ signal }) => client.platforms.retrieve(id ?? '', {}, { signal }),
    enabled: id !== undefined,
    retry: false,
  });
  return id !== undefined && found.isPending ? 'asked' : found.data;
}

function AccountForm({ account, asset, platform, onClose }: Props & { platform: Platform | undefined }) {
  const { t } = useTranslation(['features', 'accounts', 'assets']);
  const { can } = useAuth();
  const mayPush = can('accounts.push_account') && canBePushed(asset);
  const fields = useMetadata(RESOURCES.account.url).data?.actions.POST;
  const known = fields?.secret_type;
  const types = new Set<string>(platform?.protocols.flatMap(({ name }) => secretTypesOf(name)));
  const current = choiceValue(account?.secret_type);
  const offered = known?.choices?.filter(({ value }) => types.size === 0 || types.has(String(value)) || value === current);
  const sources = {
    asset: String(asset.id),
    ...(account ? { account: String(account.id) } : {}),
    fields_size: 'mini',
  } as const;
  const definition: FormDefinition = {
    resource: RESOURCES.account,
    id: account ? String(account.id) : undefined,
    partial: true,
    hint: account && !can('accounts.view_accountsecret') ? t('assets:destination.account') : undefined,
    saveAndAdd: false,
    groups: [
      {
        title: t('accounts.basic'),
        fields: [
          'name',
          'username',
          'privileged',
          'su_from',
          'secret_type',
          'secret',
          'passphrase',
          'push_now',
          'params',
          'is_active',
          'comment',
        ],
      },
    ],
    initial: { push_now: false, privileged: false, is_active: true, secret_type: offered?.[0]?.value ?? 'password' },
    follow: (changed, form) => {
      const { username, ...rest } = followLogin(changed, form);
      return account || username === undefined ? rest : { ...rest, username };
    },
    secrets: ['secret', 'passphrase'],
    fields: {
      ...secretSpec(t('accounts.secret')),
      // The server keeps the username of an existing account (docs/wire/accounts.md#accounts).
      username: { disabled: account !== undefined },
      su_from: {
        has: platform?.su_enabled === true,
        props: { url: addressOf('accounts', 'suFrom', sources), labelOf: userLabel },
      },
      push_now: { has: mayPush, help: t('accounts:task.pushNowHelp') },
      params: {
        has: mayPush,
        Input: ParamsInput,
        shown: { field: 'push_now', is: true },
        dropHidden: true,
        props: { assets: [asset.id], method: 'push_account_method' },
      },
      ...(known && offered ? { secret_type: { info: { ...known, choices: offered } } } : {}),
    },
    prepare: (values, mode) => (mode === 'create' ? { ...values, asset: asset.id } : values),
    onSaved: onClose,
  };
  return <EmbeddedForm definition={definition} />;
}
