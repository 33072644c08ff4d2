import { SkeletonRows, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { EmbeddedForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { AutomationInput } from './AutomationInput.tsx';
import { hasBrokenConfig } from './automation.ts';
import { useConstraints } from './useConstraints.ts';

/** The automation of one platform alone; only shown for built-in ones and to those who may not change it. */
export function PlatformAutomation({ platform, onSaved }: { platform: Row; onSaved: () => void }) {
  const { t } = useTranslation(['assets', 'screens']);
  const { can } = useAuth();
  const constraints = useConstraints(String(choiceValue(platform.category)), String(choiceValue(platform.type)));
  if (constraints.isError)
    return <LoadFailed title={t('screens:form.failed')} error={constraints.error} onRetry={() => void constraints.refetch()} />;
  if (!constraints.data) return <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />;
  const limits = constraints.data.automation ?? {};
  if (platform.internal === true || !can('assets.change_platform'))
    return (
      <Surface title={t('automation.title')}>
        <AutomationInput
          id="automation"
          info={localInfo(t('automation.title'), 'json')}
          value={platform.automation}
          limits={limits}
          disabled
        />
      </Surface>
    );
  return (
    <EmbeddedForm
      definition={{
        resource: RESOURCES.platform,
        id: String(platform.id),
        partial: true,
        saveAndAdd: false,
        groups: [{ title: t('automation.title'), fields: ['automation'] }],
        fields: {
          automation: {
            Input: AutomationInput,
            props: { limits },
            check: (value) => (hasBrokenConfig(value) ? t('automation.configWrong') : undefined),
          },
        },
        onSaved,
      }}
    />
  );
}
