/** What of `smpp` the tests use; it brings no types. */
declare module 'smpp' {
  import type { Server } from 'node:net';

  export interface Pdu {
    command: string;
    command_status: number;
    sequence_number: number;
    [field: string]: unknown;
    response(fields?: Readonly<Record<string, unknown>>): Pdu;
  }
  export interface Session {
    on(event: 'pdu', told: (pdu: Pdu) => void): void;
    on(event: 'error', told: (error: Error) => void): void;
    send(pdu: Pdu): void;
    enquire_link(done: (pdu: Pdu) => void): void;
    close(): void;
  }
  export function createServer(options: object, told: (session: Session) => void): Server;
}
