import { parseServerDate, RelativeTime } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLanguage } from '../../i18n/language.ts';
import { REQUEST_PATH, type Request, stateOf } from './tickets.ts';

/** Where whoever asked goes on: the same once more, and, while what was given lasts, its end and its renewal (docs/behaviour/tickets.md#asking-for-access). */
export function AskAgain({ ticket }: { ticket: Request }) {
  const { t } = useTranslation('tickets');
  const ends = parseServerDate(ticket.apply_date_expired);
  const lasts = stateOf(ticket) === 'approved' && !ticket.taken && ends !== undefined && ends > new Date();
  const form = (how: 'like' | 'renew') => `${REQUEST_PATH}?${how}=${ticket.id}`;
  return (
    <p className="ticket__again">
      {lasts ? (
        <>
          <span>
            {t('endsAt')} <RelativeTime value={ticket.apply_date_expired} language={currentLanguage().tag} />
          </span>
          <Link to={form('renew')}>{t('renew')}</Link>
        </>
      ) : null}
      <Link to={form('like')}>{t('askAgain')}</Link>
    </p>
  );
}
