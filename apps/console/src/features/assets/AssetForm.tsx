import { SkeletonRows, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import type { Resource } from '../../model/resource.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useCan } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { assetForm } from './asset-form.ts';
import { ASSET_KINDS, GATEWAY_PLATFORM } from './asset-kinds.ts';
import type { Platform } from './category-fields.ts';
import { usePlatform } from './usePlatform.ts';

/** Create or update an asset; the address names its category, its platform decides what the form has (docs/behaviour/assets.md#form-of-an-asset). */
export function AssetForm() {
  const { pathname } = useLocation();
  const [category, resource] = Object.entries(ASSET_KINDS).find(([, kind]) => pathname.startsWith(`${kind.path}/`)) ?? [
    'host',
    RESOURCES.host,
  ];
  return <FormOfPlatform key={category} category={category} resource={resource} />;
}

/** Create or update a gateway of a domain: a host whose platform and domain are settled (docs/behaviour/assets.md#gateways). */
export function GatewayForm() {
  const [params] = useSearchParams();
  return <FormOfPlatform category="host" resource={RESOURCES.gateway} gatewayOf={params.get('domain') ?? ''} />;
}

interface Props {
  category: string;
  resource: Resource;
  gatewayOf?: string;
}

function FormOfPlatform({ category, resource, gatewayOf }: Props) {
  const { t } = useTranslation('screens');
  const { id } = useParams();
  const [params] = useSearchParams();
  const asked = gatewayOf === undefined ? params.get('platform') : GATEWAY_PLATFORM;
  const platform = usePlatform({ platform: asked, category, resource, id });
  if (platform.isError) return <LoadFailed title={t('form.failed')} error={platform.error} onRetry={() => void platform.refetch()} />;
  if (!platform.data) {
    return (
      <Surface flush>
        <SkeletonRows rows={8} columns={2} label={t('list.loading')} />
      </Surface>
    );
  }
  return <LoadedForm id={id} resource={resource} platform={platform.data} gatewayOf={gatewayOf} />;
}

interface LoadedProps {
  id: string | undefined;
  resource: Resource;
  platform: Platform;
  gatewayOf: string | undefined;
}

function LoadedForm({ id, resource, platform, gatewayOf }: LoadedProps) {
  const { t } = useTranslation(['features', 'assets']);
  const maySee = useCan('accounts.view_accountsecret');
  const [params, setParams] = useSearchParams();
  const onPlatform = (next: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('platform', next);
        return after;
      },
      { replace: true },
    );
  const copied = params.get('clone_from') !== null;
  const hint = id !== undefined ? 'update' : copied ? 'clone' : gatewayOf !== undefined ? 'gateway' : undefined;
  // What was saved is shown on the page this form was opened from: of all assets, or of the domain.
  const home = gatewayOf === undefined ? RESOURCES.asset.path : gatewaysOf(gatewayOf);
  return (
    <ResourceForm
      definition={{
        ...assetForm(platform, { t, node: params.get('node') ?? params.get('node_id'), onPlatform, gatewayOf }),
        resource: { ...resource, path: home },
        id,
        hint: maySee || hint === undefined ? undefined : t(`assets:destination.${hint}`),
        next: () => home,
        link: (saved) => `${RESOURCES.asset.path}/${String(saved.id)}`,
      }}
    />
  );
}

const gatewaysOf = (domain: string): string =>
  domain ? `${RESOURCES.domain.path}/${domain}?activeTab=GatewayList` : RESOURCES.domain.path;
