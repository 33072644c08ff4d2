import { EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { errorMessage } from '../../session/errors.ts';
import { assetForm } from '../assets/asset-form.ts';
import { usePlatform } from '../assets/usePlatform.ts';
import { RESOURCES } from '../resources.ts';
import { HOSTS } from './applets.ts';
import { DeployOptionsInput } from './DeployOptionsInput.tsx';

/** The platform of all hosts; nobody chooses another. */
const PLATFORM = 'RemoteAppHost';

/** A host as an asset whose platform and place are settled, with what it is set up with. */
export function HostForm() {
  const { t } = useTranslation(['applets', 'features', 'assets', 'screens']);
  const platform = usePlatform({ platform: PLATFORM, category: 'host', resource: RESOURCES.appletHost, id: undefined });
  if (platform.isError) return <EmptyState title={t('screens:form.failed')} text={errorMessage(platform.error)} />;
  if (!platform.data)
    return (
      <Surface flush>
        <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />
      </Surface>
    );
  const { fields, initial, load, prepare } = assetForm(platform.data, {
    t: t as (key: string) => string,
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
      initial={begin}
      {...(load ? { load } : {})}
      {...(prepare ? { prepare } : {})}
      fields={{ ...fields, deploy_options: { Input: DeployOptionsInput } }}
      listTo={HOSTS}
      next={() => HOSTS}
    />
  );
}
