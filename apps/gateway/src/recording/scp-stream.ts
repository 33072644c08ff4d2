import { createHash, type Hash } from 'node:crypto';
import type { FileCopy } from './file-copies.ts';

/** One file that went through scp's own protocol. */
export interface CopiedFile {
  /** With the folders it stands in, as the sending side named them. */
  name: string;
  size: number;
  /** SHA-256 in hexadecimal of what came of it; all of it when `whole`. */
  sha256: string;
  /** What went through, where a copy was begun. */
  copy?: FileCopy | undefined;
  whole: boolean;
}

export interface ScpPart {
  /** What keeps to the protocol, in order. A line that has not ended yet is held back. */
  pass: Buffer;
  /** The lines in it, for the recording. */
  messages: Buffer;
  files: CopiedFile[];
  /** From the first byte that is no scp: everything. */
  rest: Buffer;
}

/**
 * Follows the sending side of `scp -t` and `scp -f` (rcp's protocol: lines that announce a time, a file, a folder or its
 * end; a file's bytes and one of zero behind its line). From the first line that does not keep to it, nothing is scp.
 */
export interface ScpStream {
  take(bytes: Buffer): ScpPart;
  /** The session is over: a file that did not come to its end is told as such, and the line that was held back is no scp. */
  end(): Pick<ScpPart, 'files' | 'rest'>;
}

/** Which side sends files: `upload` is the person. Undefined when the command is anything but one plain scp. */
export function scpDirection(command: string): 'upload' | 'download' | undefined {
  const found =
    /^(?:[\w./-]{0,256}\/)?scp((?: -[rpdvq]{1,8})*) -([rpdvq]*[tf][rpdvq]*)(?: -- [^\s;&|`$()<>{}\\'"\n\r]| [^\s;&|`$()<>{}\\'"\n\r-])[^;&|`$()<>\n\r]*$/.exec(
      command,
    );
  const mode = found?.[2] ?? '';
  if (mode.includes('t') === mode.includes('f')) return undefined;
  return mode.includes('t') ? 'upload' : 'download';
}

const EMPTY = Buffer.alloc(0);
/** A line of the protocol holds one file name; file systems end those at 255 bytes. */
const MAX_HEAD = 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: \x01 and \x02 begin a complaint in this protocol
const HEAD = /^(?:([CD])[0-7]{4} (\d{1,18}) ([^/\n]{1,512})|(E)|T\d{1,20} \d{1,9} \d{1,20} \d{1,9}|([\x01\x02])[^\n]*)\n$/;

/** @param keep begins the copy of a file; undefined where none is kept */
export function createScpStream(keep: () => FileCopy | undefined): ScpStream {
  const folders: string[] = [];
  let head: Buffer = EMPTY;
  let file: { name: string; size: number; left: number; hash: Hash; copy: FileCopy | undefined } | undefined;
  let broken = false;

  function finished(whole: boolean): CopiedFile[] {
    if (!file) return [];
    const { name, size, hash, copy } = file;
    file = undefined;
    return [{ name, size, sha256: hash.digest('hex'), copy, whole }];
  }

  /** Reads one line of the protocol; false when it is none. */
  function opens(line: string): boolean {
    const found = HEAD.exec(line);
    if (!found) return false;
    const [, kind, size = '', name = '', leaves] = found;
    if (kind === 'D' && folders.length < 256) folders.push(name);
    else if (leaves) folders.pop();
    else if (kind === 'C')
      file = { name: [...folders, name].join('/'), size: Number(size), left: Number(size), hash: createHash('sha256'), copy: keep() };
    return true;
  }

  /** Takes bytes of a line, or a lone zero, which answers the other side. Returns how many. */
  function line(bytes: Buffer, part: { pass: Buffer[]; messages: Buffer[] }): number {
    if (head.length === 0 && bytes[0] === 0) {
      part.pass.push(bytes.subarray(0, 1));
      return 1;
    }
    const end = bytes.indexOf(10);
    const some = end < 0 ? bytes : bytes.subarray(0, end + 1);
    head = Buffer.concat([head, some]);
    if (end < 0 && head.length <= MAX_HEAD) return some.length;
    if (end < 0 || head.length > MAX_HEAD || !opens(head.toString('utf8'))) {
      broken = true;
      return some.length;
    }
    part.pass.push(head);
    part.messages.push(head);
    head = EMPTY;
    return some.length;
  }

  /** Takes bytes of the open file, or the one behind it: zero, or the beginning of a complaint about the file. */
  function content(open: NonNullable<typeof file>, bytes: Buffer, part: { pass: Buffer[]; files: CopiedFile[] }): number {
    if (open.left === 0) {
      const whole = bytes[0] === 0;
      part.files.push(...finished(whole));
      if (whole) part.pass.push(bytes.subarray(0, 1));
      return whole ? 1 : 0;
    }
    const some = bytes.subarray(0, Math.min(open.left, bytes.length));
    open.hash.update(some);
    open.copy?.write(some);
    open.left -= some.length;
    part.pass.push(some);
    return some.length;
  }

  return {
    take(bytes) {
      const part = { pass: [] as Buffer[], messages: [] as Buffer[], files: [] as CopiedFile[] };
      let at = 0;
      while (at < bytes.length && !broken) at += file ? content(file, bytes.subarray(at), part) : line(bytes.subarray(at), part);
      const rest = broken ? Buffer.concat([head, bytes.subarray(at)]) : EMPTY;
      if (broken) head = EMPTY;
      return { pass: joined(part.pass), messages: joined(part.messages), files: part.files, rest };
    },
    end() {
      const rest = head;
      head = EMPTY;
      return { files: finished(false), rest };
    },
  };
}

const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
