import { useTranslation } from 'react-i18next';
import { Page } from '../../screens/page/Page.tsx';
import { RunTable } from './RunTable.tsx';

/** What one has run on machines (docs/behaviour/workbench.md#execution-history). */
export function RunPage() {
  const { t } = useTranslation('features');
  return (
    <Page title={t('noun:jobRun.title')}>
      <RunTable />
    </Page>
  );
}
