import { Duplex, Transform } from 'node:stream';

/** Bytes that a server may send before there is something whole to hand on: a row is read into memory as one. */
export const MAX_ANSWER = 16 * 2 ** 20;

export class AnswerTooLarge extends Error {
  constructor() {
    super(`An answer of more than ${MAX_ANSWER} bytes`);
  }
}

/** A line to a database on which no single row can fill our memory. Drivers wait for whole ones, however long. */
export interface BoundedLine {
  stream: Duplex;
  /** Something whole has come. */
  whole(): void;
}

export function boundedLine(line: Duplex): BoundedLine {
  let since = 0;
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      since += bytes.length;
      if (since > MAX_ANSWER) done(new AnswerTooLarge());
      else done(null, bytes);
    },
  });
  const stream = Duplex.from({ readable: line.pipe(counted), writable: line });
  stream.once('close', () => line.destroy());
  line.once('error', (error) => stream.destroy(error));
  line.once('close', () => counted.end());
  return {
    stream,
    whole() {
      since = 0;
    },
  };
}
