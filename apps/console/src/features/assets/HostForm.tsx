import { encryptSecret } from '@postern/client/transport';
import { EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import type { FormDefinition, Values } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { errorMessage } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { nodeLabel } from '../shared-labels.ts';
import { type AccountDraft, AccountsInput } from './AccountsInput.tsx';
import { ProtocolsInput } from './ProtocolsInput.tsx';
import { type AssetProtocol, completeProtocols, isPort, type PlatformProtocol, secretTypes, startProtocols } from './protocols.ts';

interface Platform {
  id: number;
  name: string;
  domain_enabled: boolean;
  protocols: PlatformProtocol[];
}

/** Create or update a host; its platform decides protocols and kinds of secrets (screens/console-assets.md §2). */
export function HostForm() {
  const { t } = useTranslation(['features', 'screens']);
  const { id } = useParams();
  const [params] = useSearchParams();
  const platformId = params.get('platform') ?? '1';
  const platform = useQuery({
    queryKey: ['platform', platformId],
    queryFn: ({ signal }) => http.get<Platform>(`${RESOURCES.platform.url}${encodeURIComponent(platformId)}/`, { signal }),
    // While another platform loads the form keeps what was typed.
    placeholderData: keepPreviousData,
  });
  if (platform.isError) return <EmptyState title={t('screens:form.failed')} text={errorMessage(platform.error)} />;
  if (!platform.data) {
    return (
      <Surface flush>
        <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />
      </Surface>
    );
  }
  return <LoadedForm id={id} platform={platform.data} node={params.get('node') ?? params.get('node_id')} />;
}

function LoadedForm({ id, platform, node }: { id: string | undefined; platform: Platform; node: string | null }) {
  const { t } = useTranslation(['features', 'screens']);
  const [, setParams] = useSearchParams();
  const offered = platform.protocols;
  const onPlatform = (next: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('platform', next);
        return after;
      },
      { replace: true },
    );
  const definition: FormDefinition = {
    resource: { ...RESOURCES.host, path: RESOURCES.asset.path },
    id,
    groups: [
      { title: t('assets.basic'), fields: ['name', 'address', 'platform', 'nodes'] },
      { title: t('assets.protocolsAndAccounts'), purpose: t('assets.accessPurpose'), fields: ['protocols', 'accounts'] },
      { title: t('assets.other'), fields: ['domain', 'is_active', 'comment'] },
    ],
    initial: { platform: platform.id, nodes: node ? [node] : [], protocols: startProtocols(offered), accounts: [], is_active: true },
    load: (asset, _mode, cloning) => ({
      ...asset,
      platform: platform.id,
      protocols: completeProtocols(asset.protocols as AssetProtocol[], offered),
      accounts: cloning ? asset.accounts : [],
    }),
    fields: {
      platform: { Input: PlatformInput, props: { onPick: onPlatform } },
      nodes: { props: { url: 'assets/nodes/', labelOf: nodeLabel }, required: true },
      protocols: {
        Input: ProtocolsInput,
        props: { offered },
        check: (value) => (Array.isArray(value) && value.every((row: AssetProtocol) => isPort(row.port)) ? undefined : t('assets.badPort')),
      },
      accounts: {
        info: localInfo(t('assets.accounts'), 'list'),
        Input: AccountsInput,
        props: (values: Values) => ({ types: secretTypes((values.protocols ?? []) as AssetProtocol[], offered) }),
        only: 'create',
      },
      domain: { props: { url: 'assets/domains/' }, has: platform.domain_enabled },
    },
    prepare: async ({ accounts, ...values }) => ({
      ...values,
      ...(Array.isArray(accounts) ? { accounts: await Promise.all(accounts.map(sealed)) } : {}),
    }),
    next: () => RESOURCES.asset.path,
  };
  return <ResourceForm definition={definition} />;
}

/** The platform; choosing another one changes what the rest of the form offers. */
function PlatformInput({ value, onChange, onPick, disabled, id }: InputProps & { onPick?: (platform: string) => void }) {
  return (
    <RemoteSelect
      id={id}
      url={`${RESOURCES.platform.url}?category=host`}
      value={value}
      disabled={disabled}
      clearable={false}
      onChange={(next) => {
        onChange?.(next);
        onPick?.(String(next));
      }}
    />
  );
}

/** Each account's secret is encrypted by itself; a cloned account names the one whose secret the server copies. */
async function sealed(draft: AccountDraft): Promise<AccountDraft> {
  const { secret, ...rest } = draft;
  return secret ? { ...rest, secret: await encryptSecret(secret) } : rest;
}
