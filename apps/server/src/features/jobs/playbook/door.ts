import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { BadFrame, EXEC, FILE, FROM, type Frame, frame, framesOf, HELLO, PIECE, read, roomIn, TO } from './frames.ts';
import { FileFailure, Lost, type Machine } from './machine.ts';

/** Connections at once: each task on a machine has one. */
const MAX_LINES = 256;

/** Why a machine is not reached, in words for the log of the run. */
export class NotReached extends Error {}

export interface DoorOptions {
  path: string;
  /** Hands the socket over to the account of the run. */
  give(path: string): Promise<void>;
  /** The way to a machine by its name; opened at its first use, when everything is asked. @throws NotReached for all that are not of the run */
  reach(host: string): Promise<Machine>;
  /** What the upload or download of files failed with because it is not allowed. */
  denied(path: string): string;
}

export interface Door {
  close(): Promise<void>;
}

/** The one way out of the sandbox: a socket at which its connection plugin asks for commands and files on machines of its run. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const lines = new Set<Socket>();
  const server: Server = createServer((socket) => {
    if (lines.size >= MAX_LINES) return void socket.destroy();
    lines.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => lines.delete(socket));
    serve(socket, options).then(
      () => socket.end(),
      () => socket.destroy(),
    );
  });
  server.listen(options.path);
  await once(server, 'listening');
  await chmod(options.path, 0o600);
  await options.give(options.path);
  return {
    async close() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(socket: Socket, options: DoorOptions): Promise<void> {
  const send = async (bytes: Buffer): Promise<void> => {
    if (socket.destroyed) throw new Lost('The sandbox is gone');
    if (!socket.write(bytes)) await roomIn(socket);
  };
  const frames = framesOf(socket);
  const next = async (): Promise<Frame | undefined> => {
    const found = await frames.next();
    return found.done ? undefined : found.value;
  };
  /** What follows an order, up to its end. */
  async function* body(): AsyncGenerator<Buffer> {
    for (let one = await next(); one?.kind !== FROM.end; one = await next()) {
      if (one?.kind !== FROM.data) throw new BadFrame('no data');
      yield one.body;
    }
  }
  const first = await next();
  if (first?.kind !== FROM.hello) return;
  const { host } = read(HELLO, first);
  let machine: Machine;
  try {
    machine = await options.reach(host);
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    return send(frame(TO.failed, { kind: 'unreachable', message: error.message }));
  }
  await send(frame(TO.ok));
  for (let order = await next(); order; order = await next()) {
    const given = order.kind === FROM.get ? nothing() : body();
    try {
      await obey(order, { machine, send, given });
    } catch (error) {
      const told = wordsFor(error, options);
      if (!told) throw error;
      // What is still on its way for the order that failed is none of the next one.
      for await (const _left of given);
      await send(frame(TO.failed, told));
      if (told.kind === 'unreachable') return;
    }
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}

interface Line {
  machine: Machine;
  send(bytes: Buffer): Promise<void>;
  given: AsyncIterable<Buffer>;
}

async function obey(order: Frame, { machine, send, given }: Line): Promise<void> {
  if (order.kind === FROM.exec) {
    const { command } = read(EXEC, order);
    const tell = (stream: 'out' | 'err', bytes: Buffer): Promise<void> => inPieces(bytes, (one) => send(frame(TO[stream], one)));
    const code = await machine.command(command, { input: given, tell });
    await send(frame(TO.exit, { code }));
  } else if (order.kind === FROM.put) {
    await machine.put(read(FILE, order).path, given);
    await send(frame(TO.ok));
  } else if (order.kind === FROM.get) {
    await machine.get(read(FILE, order).path, (bytes) => inPieces(bytes, (one) => send(frame(TO.data, one))));
    await send(frame(TO.ok));
  } else throw new BadFrame('no order');
}

async function inPieces(bytes: Buffer, send: (piece: Buffer) => Promise<void>): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) await send(bytes.subarray(at, at + PIECE));
}

function wordsFor(error: unknown, { denied }: DoorOptions): { kind: 'failed' | 'unreachable'; message: string } | undefined {
  if (error instanceof FileFailure) return { kind: 'failed', message: error.denied ? denied(error.message) : error.message };
  if (error instanceof Lost) return { kind: 'unreachable', message: error.message };
  return undefined;
}
