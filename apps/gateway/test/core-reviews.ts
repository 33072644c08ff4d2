import { randomUUID } from 'node:crypto';
import type { ConnectionSecret } from '@postern/contract/component';

/** Who may log in at the SSH door by their name, and by which password. */
const LOGIN = 'ann';
export const LOGIN_PASSWORD = 'Zq8rT1vYw3Xk5Lp0';

/** What the core says of a rule that asks for a second factor. */
export const FACTOR_WANTED = 'The access rule Nights asks for a second factor, which cannot be shown here. Connect in the browser.';

export const CODE_WANTED = 'The access rule Nights asks for a verification code. Connect on a terminal or in the browser.';
export const CODE_WRONG = 'This code is not right, or too many were tried.';

/** A review that somebody opened. */
export interface Ticket {
  id: string;
  state: 'pending' | 'approved' | 'rejected' | 'closed';
  /** Name of the asset, of reviews of connections; the command of others. */
  about: string;
  lapses: number;
  /** Whether whoever waited withdrew it. */
  withdrawn: boolean;
}

/** People at the SSH door and what they wait for, as the core shows it. */
export interface Reviews {
  /** What people reach by name. Each connection to it is reviewed. */
  targets: Map<string, ConnectionSecret>;
  tickets: Ticket[];
  /** Names of targets that a rule opens with a second factor alone, with the code that is right; empty where the person has none that is typed. */
  factors: Map<string, string>;
  /** Milliseconds that a ticket is open. */
  lasts: number;
  open(about: string): object;
  /** Answers a call; undefined for what it does not know. */
  answer(method: string, url: string, body: Record<string, unknown>): { status: number; body: unknown } | undefined;
}

/**
 * @param tokens where a token that was approved is good for its exchange
 * @param value what proves it
 */
export function createReviewsDouble(tokens: Map<string, ConnectionSecret>, value: string): Reviews {
  const targets = new Map<string, ConnectionSecret>();
  const tickets: Ticket[] = [];
  const factors = new Map<string, string>();
  const reviews: Reviews = { targets, tickets, factors, lasts: 600_000, open, answer };

  function open(about: string): object {
    const ticket: Ticket = { id: randomUUID(), state: 'pending', about, lapses: Date.now() + reviews.lasts, withdrawn: false };
    tickets.push(ticket);
    const url = `/api/v1/tickets/super-tickets/${ticket.id}/status/`;
    return {
      check_ticket_api: { method: 'GET', url },
      close_ticket_api: { method: 'DELETE', url },
      assignees: ['Ann'],
      date_lapses: new Date(ticket.lapses).toISOString(),
    };
  }

  const stateOf = ({ state, lapses }: Ticket): Ticket['state'] => (state === 'pending' && lapses <= Date.now() ? 'closed' : state);

  function answer(method: string, url: string, body: Record<string, unknown>): { status: number; body: unknown } | undefined {
    const [path = '', query = ''] = url.split('?');
    const asked = new URLSearchParams(query);
    if (path === '/authentication/tokens/')
      return body.username === LOGIN && body.password === LOGIN_PASSWORD
        ? { status: 201, body: { user: { id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a01', username: body.username } } }
        : { status: 400, body: { error: 'password_failed', msg: 'no' } };
    if (/^\/perms\/users\/[^/]+\/assets\/$/.test(path)) {
      const { name, address = '127.0.0.1', id, protocols } = targets.get(asked.get('name') ?? '')?.asset ?? {};
      return { status: 200, body: { count: id ? 1 : 0, results: id ? [{ id, name, address, protocols }] : [] } };
    }
    const accounts = /^\/perms\/users\/[^/]+\/assets\/([^/]+)\/accounts\/$/.exec(path);
    if (accounts) return { status: 200, body: [{ alias: 'ops', name: 'ops', username: 'ops', has_secret: true }] };
    if (path === '/authentication/super-connection-token/' && method === 'POST') {
      const grant = [...targets.values()].find(({ asset }) => asset.id === body.asset);
      if (!grant) return { status: 404, body: { code: 'object_does_not_exist', detail: 'no' } };
      const wanted = factors.get(grant.asset.name);
      if (wanted === '') return { status: 403, body: { code: 'acl_factor', detail: FACTOR_WANTED } };
      if (wanted !== undefined && !body.factor) return { status: 403, body: { code: 'acl_factor_code', detail: CODE_WANTED } };
      if (wanted !== undefined && body.factor !== wanted) return { status: 403, body: { code: 'second_factor_wrong', detail: CODE_WRONG } };
      if (wanted !== undefined) {
        const id = randomUUID();
        tokens.set(id, { ...grant, id, value });
        return { status: 201, body: { id, value, from_ticket_info: {} } };
      }
      if (asked.get('create_ticket') !== 'true') return { status: 400, body: { code: 'acl_review', detail: 'It needs an approval.' } };
      const id = randomUUID();
      const info = open(grant.asset.name);
      waiting.set(id, { grant, ticket: tickets.at(-1) as Ticket });
      return { status: 201, body: { id, value, from_ticket_info: info } };
    }
    if (path === '/authentication/super-connection-token/secret/') {
      const kept = waiting.get(String(body.id));
      if (!kept) return undefined;
      if (stateOf(kept.ticket) !== 'approved')
        return { status: 403, body: { code: 'permission_denied', detail: 'Nobody has approved it.' } };
      waiting.delete(String(body.id));
      tokens.set(String(body.id), { ...kept.grant, id: String(body.id), value });
      return undefined;
    }
    const status = /^\/tickets\/super-tickets\/([^/]+)\/status\/$/.exec(path);
    const ticket = tickets.find(({ id }) => id === status?.[1]);
    if (!ticket) return undefined;
    if (method === 'DELETE' && stateOf(ticket) === 'pending') Object.assign(ticket, { state: 'closed', withdrawn: true });
    return { status: 200, body: { state: { value: stateOf(ticket), label: '' }, status: { value: 'open', label: '' } } };
  }
  const waiting = new Map<string, { grant: ConnectionSecret; ticket: Ticket }>();

  return reviews;
}
