import { IconButton } from '@postern/ui';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

/** Back to where the person came from inside the app; a page opened by a link goes up to its list. */
export function BackButton({ to }: { to: string }) {
  const { t } = useTranslation('screens');
  const navigate = useNavigate();
  const hasHistory = typeof window.history.state?.idx === 'number' && window.history.state.idx > 0;
  return <IconButton icon={ArrowLeft} label={t('action.back')} onClick={() => (hasHistory ? navigate(-1) : navigate(to))} />;
}
