import { ANSWER, REQUEST } from '@postern/contract/sftp';
import type { Page } from '@postern/testkit/terminal-page';
import { eventually } from './world.ts';

// SFTP in a page's socket, packets written by hand as anybody may (draft-ietf-secsh-filexfer-02).

export const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
export const text = (value: string | Buffer): Buffer => Buffer.concat([word(Buffer.byteLength(value)), Buffer.from(value)]);
export const long = (value: number): Buffer => Buffer.concat([word(Math.floor(value / 2 ** 32)), word(value % 2 ** 32)]);
export const packet = (type: number, ...fields: Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from([type]), ...fields]);
  return Buffer.concat([word(body.length), body]);
};

interface Answer {
  type: number;
  body: Buffer;
}

/** Asks one thing after the other, and waits for each answer. */
export async function talk(page: Page): Promise<{ ask(type: number, ...fields: Buffer[]): Promise<Answer>; code(answer: Answer): number }> {
  await page.frame('TERMINAL_SESSION');
  let read = 0;
  let id = 0;
  async function next(): Promise<Answer> {
    return eventually(() => {
      const all = page.output().subarray(read);
      if (all.length < 4 || all.length < 4 + all.readUInt32BE(0)) return undefined;
      const length = all.readUInt32BE(0);
      read += 4 + length;
      return { type: all[4] as number, body: all.subarray(9, 4 + length) };
    });
  }
  page.socket.send(packet(REQUEST.INIT, word(3)));
  const { type } = await next();
  if (type !== ANSWER.VERSION) throw new Error(`not the answer to the first packet: ${type}`);
  return {
    ask(type, ...fields) {
      id += 1;
      page.socket.send(packet(type, word(id), ...fields));
      return next();
    },
    code: ({ type, body }) => (type === ANSWER.STATUS ? body.readUInt32BE(0) : -1),
  };
}

export const handleIn = ({ type, body }: Answer): Buffer => {
  if (type !== ANSWER.HANDLE) throw new Error(`no handle: ${type} ${body.toString()}`);
  return text(body.subarray(4));
};
