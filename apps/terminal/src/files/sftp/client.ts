import { ANSWER, OPEN_FLAGS, REQUEST, SFTP_VERSION, STATUS } from '@postern/contract/sftp';
import {
  type Attributes,
  BrokenStream,
  bytes,
  createPacketReader,
  encodePacket,
  mode,
  type Packet,
  path,
  uint32,
  uint64,
} from './packets.ts';

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface Entry extends Attributes {
  name: string;
  kind: EntryKind;
}

export type Handle = Uint8Array;

/** The target, or the gate before it, will not do it. */
export class SftpError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'SftpError';
    this.code = code;
  }
}

/** The line is gone: nothing more is answered. */
export class LineLost extends Error {
  override readonly name = 'LineLost';
}

/** SFTP version 3 over a line that carries bytes (docs/decisions/0095). Every call rejects with `SftpError` or, once the line is gone, `LineLost`. */
export interface SftpClient {
  /** Greets; has to be first. */
  start(): Promise<void>;
  /** Bytes of the other side. */
  receive(chunk: Uint8Array): void;
  /** The line is gone: whatever waits is rejected. */
  lost(): void;
  /** Requests without an answer. */
  pending(): number;
  realPath(of: string): Promise<string>;
  /** Follows links. */
  stat(of: string): Promise<Entry>;
  lstat(of: string): Promise<Entry>;
  /** Entries of a folder in portions, without itself and the one above. */
  list(folder: string): AsyncGenerator<Entry[], void>;
  open(file: string, flags: number): Promise<Handle>;
  close(handle: Handle): Promise<void>;
  /** Undefined at the end of the file. */
  read(handle: Handle, offset: number, length: number): Promise<Uint8Array | undefined>;
  write(handle: Handle, offset: number, data: Uint8Array): Promise<void>;
  setMode(of: string, to: number): Promise<void>;
  makeFolder(folder: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Never over something that is there. */
  rename(from: string, to: string): Promise<void>;
}

interface Waiting {
  resolve(packet: Packet): void;
  reject(error: Error): void;
}

/** Of what is sent in one piece; the gateway takes some times as much. */
const MESSAGE = 256 * 1024;
const KIND_BITS = 0o170000;
const KINDS: ReadonlyMap<number, EntryKind> = new Map([
  [0o040000, 'folder'],
  [0o120000, 'link'],
  [0o100000, 'file'],
]);
export const PERMISSION_BITS = 0o7777;

const entryOf = (name: string, attributes: Attributes): Entry => ({
  ...attributes,
  name,
  kind: KINDS.get(attributes.mode & KIND_BITS) ?? 'other',
});

/** @param send takes packets to the other side; what was asked for in one turn comes in few pieces */
export function createSftpClient(send: (data: Uint8Array<ArrayBuffer>) => void): SftpClient {
  const read = createPacketReader();
  const waiting = new Map<number, Waiting>();
  let queue: Uint8Array<ArrayBuffer>[] = [];
  let last = 0;
  let gone = false;

  function flush(): void {
    const packets = queue;
    queue = [];
    for (let from = 0; from < packets.length && !gone; ) {
      let length = 0;
      let to = from;
      do length += packets[to++]?.length ?? 0;
      while (to < packets.length && length + (packets[to]?.length ?? 0) <= MESSAGE);
      const message = new Uint8Array(length);
      let at = 0;
      for (const packet of packets.slice(from, to)) {
        message.set(packet, at);
        at += packet.length;
      }
      send(message);
      from = to;
    }
  }

  function put(packet: Uint8Array<ArrayBuffer>): void {
    if (queue.length === 0) queueMicrotask(flush);
    queue.push(packet);
  }

  function answered(key: number): Promise<Packet> {
    return new Promise((resolve, reject) => {
      if (gone) reject(new LineLost());
      else waiting.set(key, { resolve, reject });
    });
  }

  function ask(type: number, fields: Parameters<typeof encodePacket>[2]): Promise<Packet> {
    last = (last + 1) % 2 ** 32;
    const answer = answered(last);
    if (!gone) put(encodePacket(type, last, fields));
    return answer;
  }

  function lost(): void {
    if (gone) return;
    gone = true;
    for (const { reject } of waiting.values()) reject(new LineLost());
    waiting.clear();
  }

  /** The greeting has its version where others have their number; nothing else is asked before it. */
  function take(packet: Packet): void {
    const key = packet.type === ANSWER.VERSION ? 0 : packet.id;
    const asker = waiting.get(key);
    if (!asker) throw new BrokenStream('an answer that nobody asked for');
    waiting.delete(key);
    asker.resolve(packet);
  }

  function failure({ fields }: Packet): SftpError {
    const code = fields.uint32();
    return new SftpError(code, fields.rest() > 4 ? fields.text() : '');
  }

  function wants(packet: Packet, type: number): Packet {
    if (packet.type === type) return packet;
    if (packet.type === ANSWER.STATUS) throw failure(packet);
    throw new SftpError(STATUS.FAILURE, 'an answer of another kind');
  }

  async function done(asked: Promise<Packet>): Promise<void> {
    const error = failure(wants(await asked, ANSWER.STATUS));
    if (error.code !== STATUS.OK) throw error;
  }

  /** An answer that is an end, or what was asked for. */
  async function until(asked: Promise<Packet>, type: number): Promise<Packet | undefined> {
    const packet = await asked;
    if (packet.type !== ANSWER.STATUS) return wants(packet, type);
    const error = failure(packet);
    if (error.code === STATUS.EOF) return undefined;
    throw error;
  }

  async function look(type: number, of: string): Promise<Entry> {
    const { fields } = wants(await ask(type, [path(of)]), ANSWER.ATTRS);
    return entryOf(of.slice(of.lastIndexOf('/') + 1), fields.attributes());
  }

  function* namesOf({ fields }: Packet): Generator<Entry> {
    for (let count = fields.uint32(); count > 0; count -= 1) {
      const name = fields.text();
      fields.bytes();
      const entry = entryOf(name, fields.attributes());
      // A target that names what is elsewhere would have files written there.
      if (name !== '.' && name !== '..' && name !== '' && !name.includes('/')) yield entry;
    }
  }

  const client: SftpClient = {
    async start() {
      const answer = answered(0);
      put(encodePacket(REQUEST.INIT, SFTP_VERSION, []));
      const { id: version } = await answer;
      if (version < SFTP_VERSION) throw new SftpError(STATUS.UNSUPPORTED, `SFTP ${version}`);
    },
    receive(chunk) {
      if (gone) return;
      try {
        for (const packet of read(chunk)) take(packet);
      } catch (error) {
        lost();
        throw error;
      }
    },
    lost,
    pending: () => waiting.size,
    async realPath(of) {
      const { fields } = wants(await ask(REQUEST.REALPATH, [path(of)]), ANSWER.NAME);
      if (fields.uint32() < 1) throw new SftpError(STATUS.NO_SUCH_FILE, '');
      return fields.text();
    },
    stat: (of) => look(REQUEST.STAT, of),
    lstat: (of) => look(REQUEST.LSTAT, of),
    async *list(folder) {
      const handle = await opened(ask(REQUEST.OPENDIR, [path(folder)]));
      try {
        for (;;) {
          const names = await until(ask(REQUEST.READDIR, [bytes(handle)]), ANSWER.NAME);
          if (!names) return;
          yield [...namesOf(names)];
        }
      } finally {
        await client.close(handle).catch(() => undefined);
      }
    },
    open: (file, flags) => opened(ask(REQUEST.OPEN, [path(file), uint32(flags), mode(undefined)])),
    close: (handle) => done(ask(REQUEST.CLOSE, [bytes(handle)])),
    async read(handle, offset, length) {
      const data = await until(ask(REQUEST.READ, [bytes(handle), uint64(offset), uint32(length)]), ANSWER.DATA);
      return data?.fields.bytes();
    },
    write: (handle, offset, data) => done(ask(REQUEST.WRITE, [bytes(handle), uint64(offset), bytes(data)])),
    setMode: (of, to) => done(ask(REQUEST.SETSTAT, [path(of), mode(to & PERMISSION_BITS)])),
    makeFolder: (folder) => done(ask(REQUEST.MKDIR, [path(folder), mode(undefined)])),
    removeFolder: (folder) => done(ask(REQUEST.RMDIR, [path(folder)])),
    remove: (file) => done(ask(REQUEST.REMOVE, [path(file)])),
    rename: (from, to) => done(ask(REQUEST.RENAME, [path(from), path(to)])),
  };

  async function opened(asked: Promise<Packet>): Promise<Handle> {
    // A copy: the packet lies in a message that is otherwise let go.
    return wants(await asked, ANSWER.HANDLE)
      .fields.bytes()
      .slice();
  }

  return client;
}

/** Opens a file to be written from its beginning, or to be gone on with. */
export const WRITE_FLAGS = {
  fresh: OPEN_FLAGS.WRITE | OPEN_FLAGS.CREATE | OPEN_FLAGS.TRUNCATE,
  /** Fails where there is something already. */
  new: OPEN_FLAGS.WRITE | OPEN_FLAGS.CREATE | OPEN_FLAGS.EXCLUSIVE,
  onward: OPEN_FLAGS.WRITE,
} as const;
