import './fields.css';
import { momentText, ownZone } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { usePublicSettings } from '../session/auth.tsx';

interface Props {
  /** Undefined for what is never due. */
  runs: readonly Date[] | undefined;
  /** More about them. */
  note?: string;
}

/** When a schedule is due next, by the clock of the reader, and beside it by that of the server where the two differ. */
export function NextRuns({ runs, note }: Props) {
  const { t, i18n } = useTranslation('fields');
  const { SERVER_TIME_ZONE: server } = usePublicSettings();
  const shown = (run: Date, zone?: string): string => momentText(run, i18n.language, 'medium', zone);
  const differ = server !== undefined && (runs ?? []).some((run) => shown(run) !== shown(run, server));
  return (
    <section className="s-cron-next" aria-live="polite">
      <h3>{t('cron.next')}</h3>
      {runs ? (
        <ol>
          {runs.map((run) => (
            <li key={run.toISOString()}>
              <time dateTime={run.toISOString()}>{shown(run)}</time>
              {differ && <small>{t('cron.server', { time: shown(run, server) })}</small>}
            </li>
          ))}
        </ol>
      ) : (
        <p className="is-wrong">{t('cron.none')}</p>
      )}
      <p className="s-input-hint">{differ ? t('cron.zones', { zone: ownZone(), server }) : t('cron.zone', { zone: ownZone() })}</p>
      {note && <p className="s-input-hint">{note}</p>}
    </section>
  );
}
