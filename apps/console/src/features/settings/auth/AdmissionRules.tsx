import { Button } from 'antd';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../../screens/list/ResourceList.tsx';
import { RESOURCES } from '../../resources.ts';
import { TryRulesDialog } from './TryRulesDialog.tsx';

/** Who of the people of other places gets what here (docs/admission-rules.md). */
export function AdmissionRules() {
  const { t } = useTranslation('settings');
  const [trying, setTrying] = useState(false);
  return (
    <>
      <ResourceList
        definition={{
          resource: RESOURCES.admissionRule,
          hint: t('auth.rules.hint'),
          global: true,
          linkTo: false,
          transfer: false,
          selectable: false,
          defaults: [
            'name',
            'priority',
            'source',
            'attribute',
            'values',
            'organization',
            'org_roles',
            'groups',
            'system_role',
            'is_active',
          ],
          min: ['name'],
          facts: ['attribute', 'values', 'organization'],
          cells: {
            name: { width: 150 },
            priority: { width: 84 },
            source: { width: 90 },
            attribute: { width: 110 },
            values: { width: 200 },
            org_roles: { width: 150 },
            groups: { width: 110 },
            organization: { width: 120 },
            is_active: { width: 84 },
          },
          toolbar: (
            <Button icon={<FlaskConical size={14} />} onClick={() => setTrying(true)}>
              {t('auth.rules.try')}
            </Button>
          ),
          empty: t('auth.rules.empty'),
        }}
      />
      {trying ? <TryRulesDialog onClose={() => setTrying(false)} /> : null}
    </>
  );
}
