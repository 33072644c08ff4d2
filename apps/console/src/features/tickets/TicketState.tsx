import { StatusTag, type StatusTone } from '@postern/ui';
import { relatedName } from '../../model/metadata.ts';
import { stateOf } from './tickets.ts';

const TONES: Readonly<Record<string, StatusTone>> = {
  pending: 'warning',
  reopen: 'warning',
  approved: 'success',
  rejected: 'danger',
  closed: 'neutral',
};

/** How a ticket stands (docs/behaviour/tickets.md#how-a-ticket-stands). */
export function TicketState({ ticket, boxed = false }: { ticket: { state: unknown }; boxed?: boolean }) {
  return (
    <StatusTag tone={TONES[stateOf(ticket)] ?? 'neutral'} boxed={boxed}>
      {relatedName(ticket.state)}
    </StatusTag>
  );
}
