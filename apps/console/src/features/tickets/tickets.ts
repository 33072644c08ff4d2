import { choiceValue } from '../../screens/model/metadata.ts';
import { detailUrl, type Resource, type Row } from '../../screens/model/resource.ts';
import { http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

/** Tickets as the screens know them (docs/wire/shapes-tickets.md). */

export interface TicketStep {
  state: string;
  assignees: string[];
  assignees_display: string[];
  processor: string;
  processor_display: string;
  approval_level: number;
  approval_date: string;
}

export interface Ticket extends Row {
  title: string;
  serial_num: string;
  type: unknown;
  state: unknown;
  status: unknown;
  approval_step: unknown;
  /** Text on the pages of a type; an object in the list of all. */
  applicant: unknown;
  process_map: TicketStep[];
  rel_snapshot: Record<string, string>;
  org_id: string;
  org_name: string;
  date_created: string;
  date_updated: string;
}

export interface TicketComment {
  id: string;
  body: string;
  user_display: string;
  type: 'common' | 'state';
  state: string | null;
  date_created: string;
}

/** Pages and addresses of the types (docs/behaviour/tickets.md#pages-of-the-types). */
export const TICKET_TYPES = {
  login_confirm: { page: 'login-confirm', resource: { ...RESOURCES.ticket, url: 'tickets/apply-login-tickets/' } },
  login_asset_confirm: { page: 'login-host-confirm', resource: { ...RESOURCES.ticket, url: 'tickets/apply-login-asset-tickets/' } },
  command_confirm: { page: 'command-confirm', resource: { ...RESOURCES.ticket, url: 'tickets/apply-command-tickets/' } },
} as const satisfies Record<string, { page: string; resource: Resource }>;
export type TicketType = keyof typeof TICKET_TYPES;

export const isTicketType = (value: unknown): value is TicketType => typeof value === 'string' && value in TICKET_TYPES;

/** Address of a ticket's page; the page of all types where its own is not known here. */
export function ticketPage(ticket: { id: string | number; type: unknown }): string {
  const type = choiceValue(ticket.type);
  const page = isTicketType(type) ? `${TICKET_TYPES[type].page}/` : '';
  return `${RESOURCES.ticket.path}/${page}${ticket.id}`;
}

export const stateOf = (ticket: { state: unknown }): string => String(choiceValue(ticket.state));
export const isOpen = (ticket: { status: unknown }): boolean => choiceValue(ticket.status) === 'open';

/** The step that waits, if the server named one. */
export const currentStep = (ticket: Ticket): TicketStep | undefined =>
  ticket.process_map.find((step) => step.approval_level === choiceValue(ticket.approval_step));

export const commentsUrl = (id: string | number): string => `tickets/comments/?ticket_id=${id}`;

export const say = (id: string | number, body: string): Promise<unknown> => http.post(commentsUrl(id), { body, ticket: id });

/** Says what was typed, then decides: the words must not be missing from the decision. */
export async function decide(
  resource: Resource,
  id: string | number,
  verdict: 'approve' | 'reject' | 'close',
  words: string,
): Promise<void> {
  if (words !== '') await say(id, words);
  await http.put(`${detailUrl(resource.url, id)}${verdict}/`, {});
}
