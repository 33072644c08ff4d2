import { addressOf } from '@postern/client/api';
import { choiceValue } from '../../model/metadata.ts';
import type { Resource, Row } from '../../model/resource.ts';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

/** Where access is asked for. */
export const REQUEST_PATH = '/tickets/tickets/request-host-perm/create';

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
  /** Until when it waits. */
  date_lapses: string;
}

/** What somebody asks for, and is given once it is approved. */
export interface Request extends Ticket {
  apply_permission_name: string;
  apply_nodes: readonly { id: string; name: string }[];
  apply_assets: readonly { id: string; name: string }[];
  apply_accounts: readonly string[];
  apply_actions: readonly { value: string; label: string }[];
  apply_date_start: string;
  apply_date_expired: string;
  /** Without approval, and to be answered for. */
  taken: boolean;
}

/** Whether a ticket is about access that was taken; only requests know. */
export const isTaken = (ticket: Ticket): ticket is Request => ticket.taken === true;

interface TicketKind {
  page: string;
  resource: Resource;
}
const of = (
  page: string,
  calls: 'applyAssetTickets' | 'applyLoginTickets' | 'applyLoginAssetTickets' | 'applyCommandTickets',
): TicketKind => ({
  page,
  resource: { ...RESOURCES.ticket, url: addressOf(calls) },
});

/** Pages and addresses of the types (docs/behaviour/tickets.md#pages-of-the-types). */
export const TICKET_TYPES = {
  apply_asset: of('request-host-perm', 'applyAssetTickets'),
  login_confirm: of('login-confirm', 'applyLoginTickets'),
  login_asset_confirm: of('login-host-confirm', 'applyLoginAssetTickets'),
  command_confirm: of('command-confirm', 'applyCommandTickets'),
} as const;
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

/** Whether somebody is asked at the level that waits: nobody decides their own. */
export const mayDecide = (ticket: Ticket, { id, name, username }: { id: string; name: string; username: string }): boolean =>
  isOpen(ticket) && ticket.rel_snapshot.applicant !== `${name}(${username})` && (currentStep(ticket)?.assignees.includes(id) ?? false);

/** Says something to those who see the ticket. It is named in the body, too, as consoles have always done. */
export function say(id: string | number, body: string): Promise<unknown> {
  const comment = { body, ticket: id };
  return client.comments.create(comment, { query: { ticket_id: id } });
}

/** Says what was typed, then decides: the words must not be missing from the decision. */
export async function decide(id: string | number, verdict: 'approve' | 'reject' | 'close', words: string): Promise<void> {
  if (words !== '') await say(id, words);
  await client.tickets[verdict](String(id));
}
