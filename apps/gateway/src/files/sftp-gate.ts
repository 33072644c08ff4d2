import { createHash, type Hash } from 'node:crypto';
import { ANSWER, OPEN_FLAGS, REQUEST, STATUS } from '@postern/contract/sftp';
import type { FileRight } from '../policy/file-rights.ts';
import type { FileCopy } from '../recording/file-copies.ts';
import {
  contentsOf,
  createPacketReader,
  type FieldReader,
  joined,
  NotSftp,
  type Packet,
  readFields,
  statusPacket,
  versionPacket,
} from './sftp-packets.ts';

/** What was done to a file, or to a folder, on the target. */
export interface FileEvent {
  kind: 'upload' | 'download' | 'delete' | 'rename' | 'mkdir' | 'rmdir' | 'symlink' | 'hardlink' | 'attributes' | 'copy' | 'list';
  /** As the client named it. */
  name: string;
  /** Of `rename` and links: the other name. */
  other: string;
  /** Bytes that were moved. */
  size: number;
  /** SHA-256 in hexadecimal, when the file went through from its first byte in one piece. */
  sha256: string | undefined;
  /** What went through, where a copy was begun. */
  copy?: FileCopy | undefined;
  ok: boolean;
}

export interface RefusedRequest {
  right: FileRight;
  event: Pick<FileEvent, 'kind' | 'name' | 'other'>;
}

export interface SftpGate {
  /**
   * Bytes of the person: what goes on to the target, what they are answered at once, what they may not.
   * @throws NotSftp when it is none
   */
  requests(bytes: Buffer): { forward: Buffer[]; answer: Buffer[]; refused: RefusedRequest[] };
  /**
   * Bytes of the target: what goes on to the person, and what has been done by now.
   * @throws NotSftp when it is none
   */
  answers(bytes: Buffer): { forward: Buffer[]; events: FileEvent[] };
  /** Requests without an answer. Who has many should wait. */
  unanswered(): number;
  /** The session is over: files that were not closed are told as such. */
  end(): FileEvent[];
}

/** Open at a time; a server has fewer descriptors. */
const MAX_HANDLES = 4096;
const MAX_HANDLE = 256;
const MAX_NAME = 4096;

/** Extensions that are understood here (OpenSSH's file PROTOCOL). Others are not offered, and refused to who asks all the same. */
const EXTENSIONS: Readonly<Record<string, { right?: FileRight; read(fields: FieldReader): Partial<Request> }>> = {
  'posix-rename@openssh.com': { right: 'upload', read: (fields) => named('rename', fields.text(), fields.text()) },
  'hardlink@openssh.com': { right: 'upload', read: (fields) => named('hardlink', fields.text(), fields.text()) },
  'lsetstat@openssh.com': { right: 'upload', read: (fields) => named('attributes', fields.text()) },
  'fsync@openssh.com': { read: (fields) => ({ handle: handleOf(fields) }) },
  'fstatvfs@openssh.com': { read: (fields) => ({ handle: handleOf(fields) }) },
  'statvfs@openssh.com': { read: () => ({}) },
  'limits@openssh.com': { read: () => ({}) },
  'expand-path@openssh.com': { read: () => ({}) },
  'home-directory': { read: () => ({}) },
  'users-groups-by-id@openssh.com': { read: () => ({}) },
  'copy-data': {
    right: 'upload',
    read(fields) {
      const handle = handleOf(fields);
      fields.uint64();
      fields.uint64();
      return { handle, into: handleOf(fields) };
    },
  },
};

const extensionCalled = (name: string) => (Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined);

/** A request that waits for its answer. */
interface Request {
  type: number;
  /** What is told of it when it was done. */
  event: Pick<FileEvent, 'kind' | 'name' | 'other'> | undefined;
  handle: string | undefined;
  /** Of copy-data: where to. */
  into: string | undefined;
  offset: number;
  flags: number;
}

interface Way {
  bytes: number;
  hash: Hash | undefined;
  copy: FileCopy | undefined;
  failed: boolean;
}

/** A file or folder that is open on the target. */
interface Opened {
  name: string;
  flags: number;
  read: Way | undefined;
  written: Way | undefined;
  /** Some of its contents came from another file of the target, by copy-data. */
  copied: boolean;
}

const named = (kind: FileEvent['kind'], name: string, other = ''): Partial<Request> => ({
  event: { kind, name: name.slice(0, MAX_NAME), other: other.slice(0, MAX_NAME) },
});
const handleOf = (fields: FieldReader): string => fields.string().toString('latin1');

const WRITES = OPEN_FLAGS.WRITE | OPEN_FLAGS.APPEND | OPEN_FLAGS.CREATE | OPEN_FLAGS.TRUNCATE;
/** A server opens for reading whatever is not opened for writing, and creates or empties a file that is opened for reading (sftp-server.c). */
const reads = (flags: number): boolean => (flags & OPEN_FLAGS.READ) !== 0 || (flags & OPEN_FLAGS.WRITE) === 0;
const writes = (flags: number): boolean => (flags & WRITES) !== 0;

/** What each request reads as, and the right that it takes. A type that is not here is refused. */
const REQUESTS: Readonly<Record<number, { rights(found: Partial<Request>): FileRight[]; read(fields: FieldReader): Partial<Request> }>> = {
  [REQUEST.OPEN]: {
    read: (fields) => ({ ...named('download', fields.text()), flags: fields.uint32() }),
    rights: ({ flags = 0 }) => [...(writes(flags) ? (['upload'] as const) : []), ...(reads(flags) ? (['download'] as const) : [])],
  },
  [REQUEST.REMOVE]: { read: (fields) => named('delete', fields.text()), rights: () => ['delete'] },
  [REQUEST.RMDIR]: { read: (fields) => named('rmdir', fields.text()), rights: () => ['delete'] },
  [REQUEST.MKDIR]: { read: (fields) => named('mkdir', fields.text()), rights: () => ['upload'] },
  [REQUEST.RENAME]: { read: (fields) => named('rename', fields.text(), fields.text()), rights: () => ['upload'] },
  // OpenSSH sends what it points to first, against the draft; servers that people have know it (OpenSSH's file PROTOCOL).
  [REQUEST.SYMLINK]: {
    read(fields) {
      const to = fields.text();
      return named('symlink', fields.text(), to);
    },
    rights: () => ['upload'],
  },
  [REQUEST.SETSTAT]: { read: (fields) => named('attributes', fields.text()), rights: () => ['upload'] },
  [REQUEST.FSETSTAT]: { read: (fields) => ({ handle: handleOf(fields) }), rights: () => ['upload'] },
  [REQUEST.WRITE]: { read: (fields) => ({ handle: handleOf(fields), offset: fields.uint64() }), rights: () => ['upload'] },
  [REQUEST.READ]: { read: (fields) => ({ handle: handleOf(fields), offset: fields.uint64() }), rights: () => ['download'] },
  [REQUEST.CLOSE]: { read: (fields) => ({ handle: handleOf(fields) }), rights: () => [] },
  [REQUEST.FSTAT]: { read: (fields) => ({ handle: handleOf(fields) }), rights: () => [] },
  [REQUEST.READDIR]: { read: (fields) => ({ handle: handleOf(fields) }), rights: () => [] },
  [REQUEST.OPENDIR]: { read: (fields) => named('list', fields.text()), rights: () => [] },
  [REQUEST.LSTAT]: { read: () => ({}), rights: () => [] },
  [REQUEST.STAT]: { read: () => ({}), rights: () => [] },
  [REQUEST.REALPATH]: { read: () => ({}), rights: () => [] },
  [REQUEST.READLINK]: { read: () => ({}), rights: () => [] },
};

/**
 * Reads along in an SFTP session, in both directions: refuses what the permission does not allow before the target sees it, and tells what
 * was done by what the target answered.
 * @param may asked for each request, so that it may change meanwhile
 * @param keep begins the copy of a file; undefined where none is kept
 */
export function createSftpGate(may: (right: FileRight) => boolean, keep: () => FileCopy | undefined): SftpGate {
  const fromPerson = createPacketReader();
  const fromTarget = createPacketReader();
  const pending = new Map<number, Request>();
  const opened = new Map<string, Opened>();
  let greeted = false;

  /** There is a digest, and a copy, of what begins with the first byte. */
  const begun = (offset: number): Way => ({
    bytes: 0,
    ...(offset === 0 ? { hash: createHash('sha256'), copy: keep() } : { hash: undefined, copy: undefined }),
    failed: false,
  });

  function request(packet: Packet): { pass: boolean; code: number; id: number; refused?: RefusedRequest } {
    const fields = readFields(packet.body);
    const id = fields.uint32();
    if (pending.has(id)) throw new NotSftp('a number of a request that is not answered yet');
    const extension = packet.type === REQUEST.EXTENDED ? extensionCalled(fields.text()) : undefined;
    const kind = REQUESTS[packet.type];
    if (!kind && !extension) return { pass: false, code: STATUS.UNSUPPORTED, id };
    const found = (extension ?? kind)?.read(fields) ?? {};
    const rights = extension ? (extension.right ? [extension.right] : []) : (kind?.rights(found) ?? []);
    for (const handle of [found.handle, found.into]) {
      if (handle !== undefined && !opened.has(handle)) return { pass: false, code: STATUS.FAILURE, id };
    }
    const event = found.event ?? eventOf(packet.type, extension !== undefined, found);
    const missing = rights.find((right) => !may(right));
    if (missing) {
      const told = packet.type === REQUEST.OPEN && event ? { ...event, kind: missing } : (event ?? { kind: missing, name: '', other: '' });
      return { pass: false, code: STATUS.PERMISSION_DENIED, id, refused: { right: missing, event: told } };
    }
    if ((packet.type === REQUEST.OPEN || packet.type === REQUEST.OPENDIR) && opened.size >= MAX_HANDLES)
      return { pass: false, code: STATUS.FAILURE, id };
    const { handle, into, offset = 0, flags = 0 } = found;
    pending.set(id, { type: packet.type, event, handle, into, offset, flags });
    if (packet.type === REQUEST.WRITE && handle !== undefined) moved(opened.get(handle), 'written', offset, packet, fields);
    if (into !== undefined) mixed(opened.get(into));
    return { pass: true, code: STATUS.OK, id };
  }

  /** What is told of a request that names a handle. */
  function eventOf(type: number, extended: boolean, { handle, into }: Partial<Request>): Request['event'] {
    const name = (of: string | undefined) => (of === undefined ? '' : (opened.get(of)?.name ?? ''));
    if (into !== undefined) return { kind: 'copy', name: name(into), other: name(handle) };
    if (type === REQUEST.FSETSTAT && !extended) return { kind: 'attributes', name: name(handle), other: '' };
    return undefined;
  }

  /** Contents of a file go by. */
  function moved(file: Opened | undefined, way: 'read' | 'written', offset: number, packet: Packet, fields: FieldReader): void {
    if (!file) return;
    const length = fields.uint32();
    const so = file[way] ?? begun(offset);
    file[way] = so;
    if (so.hash && offset === so.bytes) {
      for (const piece of contentsOf(packet, fields.at())) {
        so.hash.update(piece);
        so.copy?.write(piece);
      }
    } else {
      // In another order there is no digest of it; appending is told by offsets that servers pass over.
      so.copy?.drop();
      so.hash = undefined;
    }
    so.bytes += length;
  }

  /** What the target copies does not go by here: of what is in the file then there is no digest, and no copy. */
  function mixed(file: Opened | undefined): void {
    if (!file) return;
    file.copied = true;
    file.written?.copy?.drop();
    file.written = { bytes: 0, failed: false, ...file.written, hash: undefined, copy: undefined };
  }

  function answer(packet: Packet, events: FileEvent[]): void {
    const fields = readFields(packet.body);
    const id = fields.uint32();
    const asked = pending.get(id);
    if (!asked) throw new NotSftp('an answer that nobody asked for');
    pending.delete(id);
    const code = packet.type === ANSWER.STATUS ? fields.uint32() : STATUS.OK;
    const ok = code === STATUS.OK;
    const file = asked.handle === undefined ? undefined : opened.get(asked.handle);
    switch (asked.type) {
      case REQUEST.OPEN:
      case REQUEST.OPENDIR:
        if (packet.type === ANSWER.HANDLE) openedAs(handleOf(fields), asked);
        if (asked.type === REQUEST.OPENDIR && asked.event) events.push({ ...asked.event, size: 0, sha256: undefined, ok });
        break;
      case REQUEST.READ:
        if (packet.type === ANSWER.DATA) moved(file, 'read', asked.offset, packet, fields);
        else if (file) {
          // An empty file has an end only.
          file.read ??= begun(asked.offset);
          if (code !== STATUS.EOF) file.read.failed = true;
        }
        break;
      case REQUEST.WRITE:
        if (!ok && file?.written) file.written.failed = true;
        break;
      case REQUEST.CLOSE:
        if (file && asked.handle !== undefined) {
          opened.delete(asked.handle);
          events.push(...closed(file, ok));
        }
        break;
      default:
        if (asked.event) events.push({ ...asked.event, size: 0, sha256: undefined, ok });
    }
  }

  function openedAs(handle: string, { event, flags, type }: Request): void {
    if (handle.length === 0 || handle.length > MAX_HANDLE) throw new NotSftp('a handle that none may have');
    const written: Way | undefined =
      type === REQUEST.OPEN && (flags & (OPEN_FLAGS.CREATE | OPEN_FLAGS.TRUNCATE)) !== 0 ? begun(flags & OPEN_FLAGS.APPEND) : undefined;
    opened.set(handle, { name: event?.name ?? '', flags, read: undefined, written, copied: false });
  }

  function closed(file: Opened, ok: boolean): FileEvent[] {
    const told = (kind: 'upload' | 'download', way: Way | undefined): FileEvent[] =>
      way
        ? [{ kind, name: file.name, other: '', size: way.bytes, sha256: way.hash?.digest('hex'), copy: way.copy, ok: ok && !way.failed }]
        : [];
    // Where nothing came from the person, the copy on the target is all there is to tell.
    const upload = file.copied && file.written?.bytes === 0 ? undefined : file.written;
    return [...told('upload', upload), ...told('download', file.read)];
  }

  /** The target's offer without what is not understood here. */
  function greeting(packet: Packet): Buffer {
    const fields = readFields(packet.body);
    const version = fields.uint32();
    const known: [Buffer, Buffer][] = [];
    while (fields.at() < packet.body.length) {
      const pair: [Buffer, Buffer] = [fields.string(), fields.string()];
      if (extensionCalled(pair[0].toString('latin1'))) known.push(pair);
    }
    return versionPacket(version, known);
  }

  return {
    requests(bytes) {
      const taken = { forward: [] as Buffer[], answer: [] as Buffer[], refused: [] as RefusedRequest[] };
      for (const packet of fromPerson(bytes)) {
        if (!greeted) {
          if (packet.type !== REQUEST.INIT) throw new NotSftp('no greeting');
          greeted = true;
          taken.forward.push(...packet.pieces);
          continue;
        }
        const { pass, code, id, refused } = request(packet);
        if (pass) taken.forward.push(...packet.pieces);
        else taken.answer.push(statusPacket(id, code, ''));
        if (refused) taken.refused.push(refused);
      }
      return { ...taken, forward: joined(taken.forward) };
    },
    answers(bytes) {
      const taken = { forward: [] as Buffer[], events: [] as FileEvent[] };
      for (const packet of fromTarget(bytes)) {
        if (packet.type === ANSWER.VERSION) {
          taken.forward.push(greeting(packet));
          continue;
        }
        answer(packet, taken.events);
        taken.forward.push(...packet.pieces);
      }
      return { ...taken, forward: joined(taken.forward) };
    },
    unanswered: () => pending.size,
    end: () => [...opened.values()].flatMap((file) => closed(file, false)),
  };
}
