import type { Api } from '@postern/client/api';
import type { ApiError } from '@postern/client/http';
import { client } from '../../session/http.ts';
import type { Content } from './editor-tabs.ts';

/** What the workspace of a playbook asks (docs/wire/jobs.md#files-of-a-playbook). */

/** What stands at the top of the tree; no file is called so. */
export const ROOT = 'root';
/** It is neither renamed nor deleted. */
export const MAIN = 'main.yml';
/** Names of the file that is run, in the order in which they are looked for. */
export const ENTRIES = [MAIN, 'main.yaml', 'main'] as const;

export type Finding = Extract<Awaited<ReturnType<Api['playbooks']['check']>>, readonly unknown[]>[number];

/** Files and folders, below one that is called after the playbook. */
export async function readTree(id: string, signal: AbortSignal) {
  const found = await client.playbooks.fileRead(id, {}, { signal });
  return Array.isArray(found) ? found : [];
}

export async function readFile(id: string, key: string): Promise<Content> {
  const found = await client.playbooks.fileRead(id, { key });
  if (Array.isArray(found)) throw new Error(`${key} is no file`);
  return { content: found.content, hash: found.seen, isBinary: found.is_binary };
}

/** Saves a file unless it is another than the one that was `seen`. @returns what its content is called now */
export async function saveFile(id: string, key: string, content: string, seen: string): Promise<string> {
  const { seen: now } = await client.playbooks.fileUpdate(id, { key, content, seen });
  return now ?? (await readFile(id, key)).hash;
}

/** A save is refused because somebody else has saved meanwhile. */
export const isStale = ({ code }: ApiError): boolean => code === 'playbook_file_changed';
