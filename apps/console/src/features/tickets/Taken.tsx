import { parseServerDate, RelativeTime, Surface } from '@postern/ui';
import { Alert, Button } from 'antd';
import { CircleStop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { client } from '../../session/http.ts';
import { isOpen, type Request, stateOf } from './tickets.ts';

/** Access that was taken without approval: until when, what became of it, and its end before that (docs/behaviour/tickets.md#emergency-access). */
export function Taken({ ticket, onChanged }: { ticket: Request; onChanged: () => Promise<void> }) {
  const { t } = useTranslation('tickets');
  const runAction = useRunAction();
  const ends = parseServerDate(ticket.apply_date_expired);
  const lasts = ends !== undefined && ends > new Date() && stateOf(ticket) !== 'rejected';
  const end = async () => {
    const question = { title: t('takenEndQuestion'), text: t('takenEndText'), verb: t('takenEnd'), danger: true };
    await runAction(() => client.applyAssetTickets.end(String(ticket.id)), { question, done: t('takenEnded') });
    await onChanged();
  };
  const review = isOpen(ticket) ? 'takenWaits' : stateOf(ticket) === 'approved' ? 'takenJustified' : 'takenUnjustified';
  return (
    <Surface title={t('taken')}>
      <div className="s-stack">
        <Alert type={isOpen(ticket) ? 'warning' : stateOf(ticket) === 'approved' ? 'success' : 'error'} showIcon title={t(review)} />
        {lasts ? (
          <p className="ticket__again">
            <span>
              {t('endsAt')} <RelativeTime value={ticket.apply_date_expired} language={currentLanguage().tag} />
            </span>
            <Button danger icon={<CircleStop size={16} />} onClick={() => void end()}>
              {t('takenEnd')}
            </Button>
          </p>
        ) : null}
      </div>
    </Surface>
  );
}
