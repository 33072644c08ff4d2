import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A gateway that speaks CMPP 2.0, read field by field as the operator's specification lists them. */
export interface CmppGateway {
  port: number;
  /** Names of packets in the order in which they came. */
  said: string[];
  /** Fields of messages. */
  messages: Record<string, string | number>[];
  stop(): Promise<void>;
}

export interface CmppOptions {
  account: { id: string; secret: string };
  /** Result with which messages are answered; 0 takes them on. */
  result?: number;
  /** Asks whether the other side is there before it answers a message. */
  asks?: true;
}

const NAMES: Readonly<Record<number, string>> = {
  1: 'CONNECT',
  2: 'TERMINATE',
  4: 'SUBMIT',
  8: 'ACTIVE_TEST',
  2147483656: 'ACTIVE_TEST_RESP',
};
/** CMPP_CONNECT_RESP: the account is wrong. */
const WRONG = 3;

/** Name and octets of each field of CMPP_SUBMIT up to the recipients. */
const FIELDS: readonly (readonly [string, number, 'text' | 'number'])[] = [
  ['Msg_Id', 8, 'text'],
  ['Pk_total', 1, 'number'],
  ['Pk_number', 1, 'number'],
  ['Registered_Delivery', 1, 'number'],
  ['Msg_level', 1, 'number'],
  ['Service_Id', 10, 'text'],
  ['Fee_UserType', 1, 'number'],
  ['Fee_terminal_Id', 21, 'text'],
  ['TP_pId', 1, 'number'],
  ['TP_udhi', 1, 'number'],
  ['Msg_Fmt', 1, 'number'],
  ['Msg_src', 6, 'text'],
  ['FeeType', 2, 'text'],
  ['FeeCode', 6, 'text'],
  ['ValId_Time', 17, 'text'],
  ['At_Time', 17, 'text'],
  ['Src_Id', 21, 'text'],
  ['DestUsr_tl', 1, 'number'],
  ['Dest_terminal_Id', 21, 'text'],
  ['Msg_Length', 1, 'number'],
];

function readSubmit(body: Buffer): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  let at = 0;
  for (const [name, length, kind] of FIELDS) {
    const part = body.subarray(at, at + length);
    at += length;
    found[name] = kind === 'number' ? (part[0] ?? -1) : part.toString('latin1').replace(/\0+$/, '');
  }
  const content = body.subarray(at, at + Number(found.Msg_Length));
  found.Msg_Content = new TextDecoder('utf-16be').decode(content);
  // Eight octets are kept for later behind the text, and nothing else is there.
  found.Rest = body.length - at - Number(found.Msg_Length);
  return found;
}

/** Whether whoever connects knows the secret: MD5(Source_Addr + 9 octets of 0 + secret + Timestamp). */
function knows(body: Buffer, { id, secret }: CmppOptions['account']): boolean {
  const time = String(body.readUInt32BE(23)).padStart(10, '0');
  const expected = createHash('md5')
    .update(`${id}${'\0'.repeat(9)}${secret}${time}`, 'latin1')
    .digest();
  return body.toString('latin1', 0, 6).replace(/\0+$/, '') === id && body.subarray(6, 22).equals(expected) && body[22] === 0x20;
}

export async function startCmppGateway({ account, result = 0, asks }: CmppOptions): Promise<CmppGateway> {
  const said: string[] = [];
  const messages: CmppGateway['messages'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let rest = Buffer.alloc(0);
    let pending: number | undefined;
    const send = (command: number, sequence: number, body: Buffer): void => {
      const head = Buffer.alloc(12);
      head.writeUInt32BE(12 + body.length, 0);
      head.writeUInt32BE(command, 4);
      head.writeUInt32BE(sequence, 8);
      socket.write(Buffer.concat([head, body]));
    };
    const taken = (sequence: number): void => send(0x80000004, sequence, Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, result]));
    const take = (command: number, sequence: number, body: Buffer): void => {
      said.push(NAMES[command] ?? command.toString(16));
      if (command === 1)
        send(0x80000001, sequence, Buffer.concat([Buffer.from([knows(body, account) ? 0 : WRONG]), Buffer.alloc(16), Buffer.from([0x20])]));
      if (command === 4) {
        messages.push(readSubmit(body));
        pending = sequence;
        if (asks) send(8, 77, Buffer.alloc(0));
        else taken(sequence);
      }
      if (command === 0x80000008 && sequence === 77 && pending !== undefined) taken(pending);
      if (command === 2) send(0x80000002, sequence, Buffer.alloc(0));
    };
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 12 && rest.length >= rest.readUInt32BE(0)) {
        const packet = rest.subarray(0, rest.readUInt32BE(0));
        rest = rest.subarray(packet.length);
        take(packet.readUInt32BE(4), packet.readUInt32BE(8), packet.subarray(12));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    said,
    messages,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
