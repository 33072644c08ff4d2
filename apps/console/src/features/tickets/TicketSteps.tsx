import { RelativeTime, Surface } from '@postern/ui';
import { CircleCheck, CircleDashed, CircleMinus, CircleX, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import { isOpen, type Ticket, type TicketStep } from './tickets.ts';

/** Names of a step that are shown before the rest is folded away. */
const SHOWN = 4;

const MARKS: Readonly<Record<string, ReactNode>> = {
  approved: <CircleCheck size={18} className="ticket__mark ticket__mark--good" aria-hidden="true" />,
  rejected: <CircleX size={18} className="ticket__mark ticket__mark--bad" aria-hidden="true" />,
  closed: <CircleMinus size={18} className="ticket__mark" aria-hidden="true" />,
};
const WAITS = <Hourglass size={18} className="ticket__mark ticket__mark--wait" aria-hidden="true" />;
const LATER = <CircleDashed size={18} className="ticket__mark" aria-hidden="true" />;

/** Who asked, who may decide, who did (docs/behaviour/tickets.md#steps). The one that waits is marked. */
export function TicketSteps({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const open = isOpen(ticket);
  const steps = [...ticket.process_map].sort((a, b) => a.approval_level - b.approval_level);
  return (
    <Surface title={t('steps')}>
      <ol className="ticket__steps">
        <Line mark={MARKS.approved} title={t('opened')} when={ticket.date_created}>
          {ticket.rel_snapshot.applicant}
        </Line>
        {steps.map((step) => (
          <Step key={step.approval_level} step={step} />
        ))}
        <Line mark={open ? LATER : MARKS.approved} title={t('finished')} when={open ? undefined : ticket.date_updated}>
          {open ? <Until ticket={ticket} /> : null}
        </Line>
      </ol>
    </Surface>
  );
}

const TITLES = { approved: 'stepApproved', rejected: 'stepRejected', closed: 'stepClosed' } as const;

function Step({ step }: { step: TicketStep }) {
  const { t } = useTranslation('tickets');
  const waits = step.state === 'pending';
  const title = waits ? t('stepWaits') : t(TITLES[step.state as keyof typeof TITLES] ?? 'stepClosed');
  const [shown, rest] = [step.assignees_display.slice(0, SHOWN), step.assignees_display.slice(SHOWN)];
  return (
    <Line mark={waits ? WAITS : MARKS[step.state]} title={title} when={waits ? undefined : step.approval_date}>
      {waits ? (
        <>
          {shown.join(', ')}
          {rest.length > 0 ? (
            <details>
              <summary>{t('more', { count: rest.length })}</summary>
              {rest.join(', ')}
            </details>
          ) : null}
        </>
      ) : (
        step.processor_display || t('byItself')
      )}
    </Line>
  );
}

/** Until when it waits; nobody decides it afterwards. */
function Until({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  return (
    <>
      {t('waitsUntil')} <ExactTimeCell value={ticket.date_lapses} />
    </>
  );
}

function Line({ mark, title, when, children }: { mark: ReactNode; title: string; when?: string | undefined; children?: ReactNode }) {
  return (
    <li className="ticket__step">
      {mark}
      <div>
        <b>{title}</b>
        {children ? <div className="ticket__who">{children}</div> : null}
        {when ? <RelativeTime value={when} language={currentLanguage().tag} /> : null}
      </div>
    </li>
  );
}
