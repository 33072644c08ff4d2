import { STATUS } from '@postern/contract/sftp';
import { type EntryKind, LineLost, SftpError } from '../sftp/client.ts';
import { TooLarge } from './save.ts';

/** How a transfer stands. `asking`: it waits for an answer about something that is there already. */
export type TransferState = 'waiting' | 'running' | 'paused' | 'asking' | 'done' | 'failed' | 'cancelled';

/** Why one failed, as far as it is told apart. */
export type FailureKind = 'lost' | 'forbidden' | 'missing' | 'too_large' | 'folder_there' | 'changed' | 'other';

export interface Failure {
  kind: FailureKind;
  /** Words of the target. */
  detail: string;
  /** What it was about. */
  name: string;
}

/** One line of the list of transfers: a file, a folder, or several files in one archive. */
export interface Transfer {
  id: number;
  way: 'upload' | 'download';
  name: string;
  /** Where on the target. */
  place: string;
  state: TransferState;
  bytes: number;
  /** Null while nobody knows. */
  total: number | null;
  files: number;
  skipped: number;
  /** Bytes a second. */
  speed: number;
  failure: Failure | null;
}

/** What can be done about something that is there already. */
export type Choice = 'replace' | 'both' | 'skip' | 'resume';

export interface Conflict {
  name: string;
  folder: string;
  there: { kind: EntryKind; size: number; modified: number };
  mine: { size: number; modified: number };
  /** What is there is shorter: it may be the beginning of this. */
  resumable: boolean;
  /** More files come in the same go. */
  more: boolean;
}

export interface Answer {
  choice: Choice;
  forAll: boolean;
}

export class Changed extends Error {}
export class FolderThere extends Error {}

/** Says why something failed. Nothing but words of the target is told of its errors. */
export function failureOf(error: unknown, name: string): Failure {
  const detail = error instanceof SftpError ? error.message.slice(0, 300) : '';
  return { kind: kindOf(error), detail, name };
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof LineLost) return 'lost';
  if (error instanceof TooLarge) return 'too_large';
  if (error instanceof FolderThere) return 'folder_there';
  if (error instanceof Changed) return 'changed';
  if (error instanceof SftpError && error.code === STATUS.PERMISSION_DENIED) return 'forbidden';
  return error instanceof SftpError && error.code === STATUS.NO_SUCH_FILE ? 'missing' : 'other';
}
