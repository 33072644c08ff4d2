import type { EndReason } from '@postern/contract/session-end';
import { scpDirection } from '../recording/scp-stream.ts';

/** What a permission allows with files. Looking at names, sizes and folders comes with the session. */
export type FileRight = 'upload' | 'download' | 'delete';

/** Why a command that moves files does not run. */
export const REFUSED = { upload: 'upload_refused', download: 'download_refused' } as const satisfies Record<string, EndReason>;

/** The program that rsync starts on the other side. `--sender`: it reads there. */
const RSYNC = /^(?:[\w./-]{0,256}\/)?rsync --server(?<sender> --sender)? /;

/**
 * The right that a command without a terminal takes, beside that to run commands. Only programs whose whole purpose is moving files are known here:
 * whoever may run any command can move bytes with it, which its recording shows.
 */
export function fileRightOf(command: string): 'upload' | 'download' | undefined {
  const rsync = RSYNC.exec(command);
  if (rsync) return rsync.groups?.sender === undefined ? 'upload' : 'download';
  return scpDirection(command);
}

/** What rsync copies to, or from, on the other side: the arguments behind the dot (rsync(1), --server). Undefined for any other program. */
export function rsyncPlace(command: string): string | undefined {
  if (!RSYNC.test(command)) return undefined;
  const dot = command.indexOf(' . ');
  return dot < 0 ? command : command.slice(dot + 3);
}

/** What the client of mosh starts over SSH, to leave SSH for UDP. Its arguments are quoted, its name is not. */
const MOSH = /^(?:\w{1,64}=\S{0,256} ){0,8}(?:[\w./-]{0,256}\/)?mosh-server(?:\s|$)/;
export const isMoshServer = (command: string): boolean => MOSH.test(command);

/** The other end of SFTP as a program, which clients start where the subsystem is not used (`sftp -s`, `sshfs -o sftp_server`). */
export const isSftpServer = (command: string): boolean => /^(?:\/[\w.-]{1,64}){1,8}\/sftp-server$/.test(command);
