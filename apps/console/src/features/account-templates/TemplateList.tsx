import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

const TemplateSecret = onDemand(() => import('./TemplateSecret.tsx').then((module) => module.TemplateSecret));

/** Logins to be put on many assets (docs/behaviour/accounts.md#templates). */
export function TemplateList() {
  const { t } = useTranslation(['features', 'accounts']);
  const { without, unless } = useRefusals();
  const [viewing, setViewing] = useState<Row>();
  return (
    <ListPage
      resource={RESOURCES.accountTemplate}
      exclude={['spec_info']}
      defaults={['name', 'username', 'secret_type', 'has_secret', 'privileged']}
      min={['name']}
      facts={['username', 'secret_type']}
      cells={{ secret_type: { width: 120 }, has_secret: { Cell: WhenTrue, width: 120 }, privileged: { Cell: WhenTrue, width: 120 } }}
      transfer={false}
      selectable={false}
      rowActions={[
        {
          id: 'view',
          label: t('accounts.viewSecret'),
          icon: <Eye size={14} />,
          refused: (row) => without('accounts.view_accounttemplatesecret') || unless(row.has_secret !== false, 'refused:noSecret'),
          run: (row) => setViewing(row),
        },
      ]}
      empty={t('accounts:templateEmpty')}
    >
      {viewing && <TemplateSecret template={viewing} onClose={() => setViewing(undefined)} />}
    </ListPage>
  );
}
