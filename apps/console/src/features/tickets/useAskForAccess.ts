import { useTranslation } from 'react-i18next';
import type { Next } from '../../screens/page/NextStep.tsx';
import { usePublicSettings } from '../../session/auth.tsx';
import { REQUEST_PATH } from './tickets.ts';

/** Asking for what one may not reach, as the next step, where tickets are allowed and something can be asked for. */
export function useAskForAccess(): Next | false {
  const { t } = useTranslation('workbench');
  const { TICKETS_ENABLED, TICKET_OFFERED } = usePublicSettings();
  if (TICKETS_ENABLED !== true || TICKET_OFFERED === 'nothing') return false;
  return { label: t('askForAccess'), to: REQUEST_PATH, needs: 'tickets.view_ticket' };
}
