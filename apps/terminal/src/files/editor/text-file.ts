import type { Entry, SftpClient } from '../sftp/client.ts';
import { joinPath } from '../sftp/paths.ts';
import { type Control, readBlocks, writeFile } from '../sftp/stream.ts';

/** The largest file that is edited here. */
export const MOST_EDITED = 1024 * 1024;

const FREE: Control = { signal: new AbortController().signal, ready: async () => undefined };

/** Why a file is not edited here. */
export class NotText extends Error {
  readonly why: 'too_large' | 'not_text' | 'mixed_lines';
  constructor(why: NotText['why']) {
    super(why);
    this.why = why;
  }
}

/** A text as it was read. */
export interface TextFile {
  path: string;
  /** With line ends as pages have them. */
  text: string;
  lineEnd: '\n' | '\r\n';
  /** How the file was then: another size or time is another file. */
  seen: Pick<Entry, 'size' | 'modified'>;
}

/**
 * Reads a file that is text, whole.
 * @throws NotText
 */
export async function readText(client: SftpClient, folder: string, name: string): Promise<TextFile> {
  const path = joinPath(folder, name);
  const seen = await client.stat(path);
  if (seen.size > MOST_EDITED) throw new NotText('too_large');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const block of readBlocks(client, path, { control: FREE, size: seen.size })) {
    parts.push(block.slice());
    length += block.length;
    if (length > MOST_EDITED) throw new NotText('too_large');
  }
  const whole = decode(await new Blob(parts).arrayBuffer());
  const pairs = whole.split('\r\n').length - 1;
  const bare = whole.replaceAll('\r\n', '');
  // Pages have one kind of line end: two kinds would come back as one.
  if (bare.includes('\r') || (pairs > 0 && bare.includes('\n'))) throw new NotText('mixed_lines');
  return { path, text: whole.replaceAll('\r\n', '\n'), lineEnd: pairs > 0 ? '\r\n' : '\n', seen };
}

function decode(bytes: ArrayBuffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.includes('\0')) throw new NotText('not_text');
    return text;
  } catch {
    throw new NotText('not_text');
  }
}

/** Whether the file is still the one that was read; undefined when it is gone. */
export async function isUnchanged(client: SftpClient, { path, seen }: TextFile): Promise<boolean> {
  const now = await client.stat(path).catch(() => undefined);
  return now !== undefined && now.size === seen.size && now.modified === seen.modified;
}

/** Writes a text back into its file, which keeps its owner and mode. Answers how the file is now. */
export async function writeText(client: SftpClient, file: TextFile, text: string): Promise<TextFile> {
  const lines = file.lineEnd === '\n' ? text : text.replaceAll('\n', '\r\n');
  await writeFile(client, file.path, new Blob([lines]), { control: FREE, onConfirmed: () => undefined });
  return { ...file, text, seen: await client.stat(file.path) };
}
