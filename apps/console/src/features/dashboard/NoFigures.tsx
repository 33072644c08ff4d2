import { EmptyState } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { NextStep } from '../../screens/page/NextStep.tsx';

/** A chart without anything to count: sessions bring its numbers. */
export function NoFigures() {
  const { t } = useTranslation(['features', 'workbench']);
  return (
    <EmptyState
      title={t('dashboard.none')}
      text={t('dashboard.noneText')}
      action={<NextStep steps={[{ label: t('workbench:openTerminal'), to: { href: '/luna/' }, needs: 'rbac.view_webterminal' }]} />}
    />
  );
}
