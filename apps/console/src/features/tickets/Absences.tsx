import './tickets.css';
import type { Row } from '@postern/client/api';
import { RelativeTime, Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { client } from '../../session/http.ts';

const AwayDialog = onDemand(() => import('./AwayDialog.tsx').then((module) => module.AwayDialog));

type Delegation = Row<'delegations'>;
const LIST = keyOf('delegations', 'list');

/** Opens the form in which somebody says who decides while they are away (docs/behaviour/tickets.md#while-somebody-is-away). */
export function AwayButton() {
  const { t } = useTranslation('tickets');
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<CalendarClock size={16} />} onClick={() => setOpen(true)}>
        {t('away')}
      </Button>
      {open ? <AwayDialog onClose={() => setOpen(false)} onSaved={() => queries.invalidateQueries({ queryKey: LIST })} /> : null}
    </>
  );
}

/** Who decides for whom, as far as it is this person's; nothing where nobody is away. */
export function Absences() {
  const { t } = useTranslation('tickets');
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: LIST, queryFn: ({ signal }) => client.delegations.list({}, { signal }) });
  const rows: readonly Delegation[] = Array.isArray(data) ? data : [];
  if (rows.length === 0) return null;
  return (
    <div className="ticket__absences">
      <Surface title={t('awayNow')}>
        {rows.map((row) => (
          <Absence key={row.id} row={row} onEnded={() => queries.invalidateQueries({ queryKey: LIST })} />
        ))}
      </Surface>
    </div>
  );
}

function Absence({ row, onEnded }: { row: Delegation; onEnded: () => Promise<unknown> }) {
  const { t } = useTranslation('tickets');
  const runAction = useRunAction();
  const end = async () => {
    const question = { title: t('awayEndTitle'), text: t('awayEndText', { user: row.delegate }), verb: t('awayEnd') };
    if (await runAction(() => client.delegations.destroy(row.id), { question, done: t('awayEnded') })) await onEnded();
  };
  const date = (value: string) => <RelativeTime value={value} language={currentLanguage().tag} />;
  return (
    <div className="p-row ticket__absence">
      <div>
        <b>{t('awayFor', { user: row.delegate, other: row.user })}</b>
        <p>
          {date(row.date_start)} – {date(row.date_end)}
        </p>
      </div>
      {row.may_end ? (
        <Button size="small" onClick={() => void end()}>
          {t('awayEnd')}
        </Button>
      ) : null}
    </div>
  );
}
