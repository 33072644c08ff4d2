import type { FieldInfo } from '@postern/contract/metadata';
import { SkeletonRows, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useMetadata } from '../../data/useMetadata.ts';
import { childrenOf } from '../../model/nested.ts';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { assetForm } from '../assets/asset-form.ts';
import { usePlatform } from '../assets/usePlatform.ts';
import { RESOURCES } from '../resources.ts';
import { HOSTS } from './applets.ts';
import { DeployOptionsInput } from './DeployOptionsInput.tsx';

/** The platform of all hosts; nobody chooses another. */
const PLATFORM = 'RemoteAppHost';

/** What a new host is set up with: the form shows what the server would take, before it does. */
function optionsOf(info: FieldInfo | undefined): { deploy_options?: Record<string, unknown> } {
  const children = info && childrenOf(info);
  return children ? { deploy_options: Object.fromEntries(Object.entries(children).map(([name, child]) => [name, child.default])) } : {};
}

/** A host as an asset whose platform and place are settled, with what it is set up with. */
export function HostForm() {
  const { t } = useTranslation(['applets', 'features', 'assets', 'screens']);
  const { t: ofAssets } = useTranslation(['features', 'assets']);
  const described = useMetadata(RESOURCES.appletHost.url);
  const platform = usePlatform({ platform: PLATFORM, category: 'host', resource: RESOURCES.appletHost, id: undefined });
  if (platform.isError)
    return <LoadFailed title={t('screens:form.failed')} error={platform.error} onRetry={() => void platform.refetch()} />;
  if (!platform.data || described.isPending)
    return (
      <Surface flush>
        <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />
      </Surface>
    );
  const { fields, initial, load, prepare } = assetForm(platform.data, {
    t: ofAssets as (key: string) => string,
    node: null,
    onPlatform: () => undefined,
  });
  const { platform: _platform, nodes: _nodes, labels: _labels, ...begin } = initial ?? {};
  return (
    <FormPage
      resource={RESOURCES.appletHost}
      groups={[
        { title: t('features:assets.basic'), fields: ['name', 'address'] },
        { title: t('features:assets.protocolsAndAccounts'), purpose: t('host.accountsPurpose'), fields: ['protocols', 'accounts'] },
        { title: t('host.options'), purpose: t('host.optionsPurpose'), fields: ['deploy_options'] },
        { title: t('features:assets.other'), fields: ['is_active', 'comment'] },
      ]}
      initial={{ ...begin, ...optionsOf(described.data?.actions.POST?.deploy_options) }}
      {...(load ? { load } : {})}
      {...(prepare ? { prepare } : {})}
      fields={{ ...fields, deploy_options: { Input: DeployOptionsInput } }}
      listTo={HOSTS}
      next={() => HOSTS}
    />
  );
}
