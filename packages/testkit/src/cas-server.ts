import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that speaks CAS 1 to 3 over real HTTP as the protocol has it, and lets everybody in as whom a test says. */
export interface CasServer {
  url: string;
  /** Who signs in next. */
  user: string;
  attributes: Record<string, string>;
  /** Takes the place of the answer about a ticket. */
  says: string | undefined;
  /** Tickets that were given out, in order. */
  tickets: string[];
  /** Tells the service of a ticket that its session is over, as servers do. */
  end(ticket: string): Promise<number>;
  close(): Promise<void>;
}

const escaped = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function startCasServer(): Promise<CasServer> {
  const open = new Map<string, { service: string; user: string; attributes: Record<string, string> }>();
  const services = new Map<string, string>();
  const made = { user: 'pat', attributes: {}, says: undefined, tickets: [] } as unknown as CasServer;

  function answer(request: IncomingMessage, response: ServerResponse): unknown {
    const url = new URL(request.url ?? '/', made.url);
    const say = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body);
    const service = url.searchParams.get('service') ?? '';
    if (url.pathname === '/cas/login') {
      if (!URL.canParse(service)) return say('text/plain', 'Sign in');
      const ticket = `ST-${made.tickets.length + 1}-${randomUUID()}`;
      made.tickets.push(ticket);
      open.set(ticket, { service, user: made.user, attributes: made.attributes });
      services.set(ticket, service);
      const back = new URL(service);
      back.searchParams.set('ticket', ticket);
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === '/cas/logout') return say('text/plain', 'Signed out');
    const ticket = url.searchParams.get('ticket') ?? '';
    const found = open.get(ticket);
    open.delete(ticket);
    const good = found?.service === service ? found : undefined;
    if (made.says !== undefined) return say('application/xml', made.says);
    if (url.pathname === '/cas/validate') return say('text/plain', good ? `yes\n${good.user}\n` : 'no\n\n');
    const third = url.pathname === '/cas/p3/serviceValidate';
    if (!third && url.pathname !== '/cas/serviceValidate') return response.writeHead(404).end();
    const attributes = Object.entries(good?.attributes ?? {}).map(([name, value]) => `<cas:${name}>${escaped(value)}</cas:${name}>`);
    const inner = good
      ? `<cas:authenticationSuccess><cas:user>${escaped(good.user)}</cas:user>${third ? `<cas:attributes>${attributes.join('')}</cas:attributes>` : ''}</cas:authenticationSuccess>`
      : '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>';
    return say('application/xml', `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`;
  made.end = async (ticket) => {
    const logoutRequest = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="x" Version="2.0"><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`;
    const answered = await fetch(services.get(ticket) ?? '', { method: 'POST', body: new URLSearchParams({ logoutRequest }) });
    return answered.status;
  };
  made.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return made;
}
