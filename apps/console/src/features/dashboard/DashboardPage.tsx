import '../../screens/screens.css';
import './dashboard.css';
import { EmptyState } from '@postern/ui';
import { ShieldAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../session/auth.tsx';

/** A dashboard for those with the right; others are told. */
export function DashboardPage({ right, Content }: { right: string; Content: ComponentType }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  return (
    <div className="s-page">
      {can(right) ? <Content /> : <EmptyState icon={ShieldAlert} title={t('dashboard.forbidden')} text={t('dashboard.forbiddenText')} />}
    </div>
  );
}
