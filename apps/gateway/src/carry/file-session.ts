import { render } from '@postern/contract/text';
import { createSftpGate, type FileEvent, type RefusedRequest } from '../files/sftp-gate.ts';
import { NotSftp } from '../files/sftp-packets.ts';
import { MESSAGES } from '../messages.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { SessionServices } from '../pipeline/session-services.ts';
import { ACCEPTED, NOT_ALLOWED } from '../policy/command-policy.ts';
import type { FileRight } from '../policy/file-rights.ts';
import { plainText } from '../policy/plain-text.ts';
import { type StreamEdge, type StreamSession, type StreamStart, type StreamWork, startStreamSession } from './stream-session.ts';

/** Requests on their way above which the person waits, and below which they go on. Some clients ask for a whole file at once. */
const MANY_REQUESTS = 8_192;
const FEW_REQUESTS = 4_096;

export interface FileStart extends StreamStart {
  /** The program that speaks it on the target, instead of the subsystem. */
  program?: string;
}

/** Carries an SFTP session (`sftp`, `scp`, `sshfs`): its rights are judged request by request, what is done is listed file by file. */
export const startFileSession = (start: FileStart, services: SessionServices): StreamSession =>
  startStreamSession({ ...start, type: 'sftp' }, (edge) => fileWork(start, edge), services);

/** What is a row of the file transfers, and how it is called there. */
const MOVED = {
  upload: 'upload',
  download: 'download',
  delete: 'delete',
  rename: 'rename',
  mkdir: 'mkdir',
  rmdir: 'rmdir',
  symlink: 'symlink',
} as const;
/** What is in the recording alone: it changes no contents. */
const UNLISTED: ReadonlySet<FileEvent['kind']> = new Set(['list', 'attributes']);

function fileWork({ grant: { secret }, language, program }: FileStart, edge: StreamEdge): StreamWork {
  const gate = createSftpGate(edge.allows, edge.copy);
  /** The person was told once what they may not. */
  const told = new Set<FileRight>();
  let waiting = false;

  function done({ kind, name, other, size, sha256, copy, ok }: FileEvent): void {
    const moves = kind === 'upload' || kind === 'download';
    const what = plainText(`${kind} ${name}${other === '' ? '' : ` (${other})`}`);
    const how = [
      ...(moves ? [`${size} B`] : []),
      ...(sha256 ? [`sha256:${sha256}`] : []),
      ...(ok ? [] : [moves ? '(incomplete)' : '(failed)']),
    ].join(' ');
    edge.say(`# ${what} ${how}`.trimEnd());
    if (UNLISTED.has(kind)) return;
    edge.list(what, how, ACCEPTED);
    if (kind in MOVED)
      edge.moved(MOVED[kind as keyof typeof MOVED], { name: kind === 'rename' ? `${name} → ${other}` : name, size, whole: ok, copy });
  }

  function refuse({ right, event: { kind, name, other } }: RefusedRequest): void {
    const what = plainText(`${kind} ${name}${other === '' ? '' : ` (${other})`}`);
    edge.say(`# ${what} (not permitted)`);
    edge.list(what, '', NOT_ALLOWED);
    if (told.has(right)) return;
    told.add(right);
    edge.deliver('err', Buffer.from(`${render(MESSAGES.right_missing, language, { right })}\n`));
  }

  /** Whatever cannot be read is not carried. */
  function reading<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof NotSftp)) throw error;
      edge.unreadable(`SFTP: ${error.message}`);
      return undefined;
    }
  }

  return {
    title: '# SFTP',
    opens({ sftp, exec }) {
      if (program !== undefined) return exec && ((connection, events) => exec.plain(connection, program, events));
      return sftp;
    },
    onFilters: () => undefined,
    forbidden() {
      const setting = secret.platform.protocols.find(({ name }) => name === secret.protocol)?.setting;
      return setting?.sftp_enabled === false ? { what: 'sftp', review: false, why: new SessionRefusal('files_disabled') } : undefined;
    },
    input(bytes) {
      const read = reading(() => gate.requests(bytes));
      for (const some of read?.forward ?? []) edge.forward(some);
      for (const one of read?.refused ?? []) refuse(one);
      for (const some of read?.answer ?? []) edge.deliver('out', some);
      waiting = gate.unanswered() > MANY_REQUESTS;
      return !waiting;
    },
    endInput: () => undefined,
    output(stream, bytes) {
      if (stream === 'err') {
        edge.record('err', bytes);
        return edge.deliver('err', bytes);
      }
      const read = reading(() => gate.answers(bytes));
      let room = true;
      for (const some of read?.forward ?? []) room = edge.deliver('out', some);
      for (const event of read?.events ?? []) done(event);
      if (waiting && gate.unanswered() < FEW_REQUESTS) {
        waiting = false;
        edge.resume();
      }
      return room;
    },
    stop: () => undefined,
    last() {
      for (const event of gate.end()) done(event);
    },
  };
}
