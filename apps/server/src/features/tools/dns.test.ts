import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { dns } from './network.ts';
import { createReport } from './report.ts';

/** What a name server tells, by one of our own that knows a few names (RFC 1035). */

const TYPE = { A: 1, NS: 2, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

const labels = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);
const number16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** Data of records, by name and type. */
const RECORDS: Readonly<Record<string, Partial<Record<keyof typeof TYPE, readonly Buffer[]>>>> = {
  'quay.example': {
    A: [Buffer.from([192, 0, 2, 7]), Buffer.from([192, 0, 2, 8])],
    AAAA: [Buffer.from('20010db8000000000000000000000007', 'hex')],
    NS: [labels('ns.example')],
    MX: [Buffer.concat([number16(10), labels('mail.example')])],
    TXT: [Buffer.from([3, ...Buffer.from('v=1'), 2, ...Buffer.from(' x')])],
  },
  '7.2.0.192.in-addr.arpa': { PTR: [labels('quay.example')] },
};

/** The answer to a question: what is known, that the name is none, or for `broken.example` that the server cannot say. */
function answerTo(question: Buffer): Buffer {
  let at = 12;
  const parts: string[] = [];
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    parts.push(question.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const type = question.readUInt16BE(at + 1);
  const asked = question.subarray(12, at + 5);
  const name = parts.join('.').toLowerCase();
  const known = RECORDS[name];
  const kind = (Object.keys(TYPE) as (keyof typeof TYPE)[]).find((one) => TYPE[one] === type);
  const found = (kind && known?.[kind]) ?? [];
  const code = known ? 0 : name === 'broken.example' ? SERVER_FAILURE : NAME_ERROR;
  const head = Buffer.concat([question.subarray(0, 2), number16(0x8580 | code), ...[1, found.length, 0, 0].map(number16)]);
  // Each points at the name of the question.
  const records = found.map((data) =>
    Buffer.concat([number16(0xc00c), number16(type), number16(1), Buffer.from([0, 0, 0, 60]), number16(data.length), data]),
  );
  return Buffer.concat([head, asked, ...records]);
}

const names = forThisFile(
  async () => {
    const socket = createSocket('udp4');
    socket.on('message', (question, { port, address }) => socket.send(answerTo(question), port, address));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return { place: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
  },
  (it) => it.stop(),
);

async function told(host: string): Promise<string[]> {
  const lines: string[] = [];
  await dns(
    createReport((line) => lines.push(line), 'en', new AbortController().signal),
    host,
    [names.place],
  );
  return lines;
}

test('a name has its records, each with its kind', async () => {
  const lines = await told('quay.example');
  expect(lines.filter((line) => !line.startsWith('A ')).toSorted()).toEqual([
    'AAAA   2001:db8::7',
    'MX     10 mail.example',
    'NS     ns.example',
    'TXT    v=1 x',
  ]);
  expect(lines.filter((line) => line.startsWith('A ')).toSorted()).toEqual(['A      192.0.2.7', 'A      192.0.2.8']);
});

test('an address has its names', async () => {
  expect(await told('192.0.2.7')).toEqual(['PTR    quay.example']);
});

test('a name that is none has no records, and a server that cannot say is told of', async () => {
  expect(await told('nowhere.example')).toEqual(['There are no records.']);
  expect(new Set((await told('broken.example')).map((line) => line.split(' ').at(-1)))).toEqual(new Set(['ESERVFAIL']));
});
