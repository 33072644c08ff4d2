import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Pdu, type Session } from 'smpp';
import { ownCertificate } from './own-certificate.ts';

/** A message centre that speaks SMPP 3.4 by somebody else's code, and what it was sent. */
export interface SmppCentre {
  port: number;
  /** Certificate its clients have to trust, PEM; empty without TLS. */
  certificate: string;
  /** Packets in the order in which they came. */
  packets: Pdu[];
  /** Texts of messages, as phones would show them. */
  texts(): string[];
  stop(): Promise<void>;
}

export interface SmppOptions {
  account: { systemId: string; password: string };
  tls?: true;
  /** Status with which messages are answered; 0 takes them on. */
  status?: number;
  /** Asks whether the other side is there before it answers a message. */
  asks?: true;
}

/** ESME_RINVPASWD of SMPP 3.4. */
const WRONG_PASSWORD = 0x0e;

export async function startSmppCentre({ account, tls, status = 0, asks }: SmppOptions): Promise<SmppCentre> {
  const packets: Pdu[] = [];
  const made = tls ? ownCertificate('IP:127.0.0.1,DNS:localhost') : undefined;
  const sessions = new Set<Session>();
  const server = createServer(made ?? {}, (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
    session.on('pdu', (pdu) => {
      packets.push(pdu);
      if (pdu.command === 'bind_transmitter') {
        const known = pdu.system_id === account.systemId && pdu.password === account.password;
        session.send(pdu.response({ command_status: known ? 0 : WRONG_PASSWORD, system_id: 'centre' }));
      }
      if (pdu.command === 'submit_sm') {
        const answer = (): void => session.send(pdu.response({ command_status: status, message_id: '1' }));
        if (asks) session.enquire_link(answer);
        else answer();
      }
      if (pdu.command === 'unbind') session.send(pdu.response());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    certificate: made?.cert ?? '',
    packets,
    texts: () =>
      packets.filter(({ command }) => command === 'submit_sm').map(({ short_message }) => (short_message as { message: string }).message),
    async stop() {
      for (const session of sessions) session.close();
      server.close();
    },
  };
}
