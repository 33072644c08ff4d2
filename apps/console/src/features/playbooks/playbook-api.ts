import type { ApiError } from '@postern/client/http';
import type { TreeNode } from '@postern/contract/wire';
import type { Row } from '../../model/resource.ts';
import { collectionAt, http } from '../../session/http.ts';
import type { Content } from './editor-tabs.ts';

/** What the workspace of a playbook asks (docs/wire/jobs.md#playbooks). */

const FILES = (id: string) => `ops/playbook/${id}/file/`;

/** What stands at the top of the tree; no file is called so. */
export const ROOT = 'root';
/** The file that is run, under the name that it has at first. It is neither renamed nor deleted. */
export const MAIN = 'main.yml';

export interface Finding {
  path: string;
  line: number;
  code: string;
  text: string;
  severity: string;
}

type Wire = Omit<TreeNode, 'meta'>;

export const readTree = (id: string, signal: AbortSignal): Promise<Wire[]> => http.get<Wire[]>(FILES(id), { signal });

export async function readFile(id: string, key: string): Promise<Content> {
  const { content, hash, is_binary } = await http.get<{ content: string; hash?: string; is_binary?: boolean }>(FILES(id), {
    query: { key },
  });
  return { content, hash: hash ?? '', isBinary: is_binary === true };
}

export const makeFile = (id: string, key: string, name: string, isFolder: boolean): Promise<Wire> =>
  collectionAt<Wire>(FILES(id)).create({ key, name, is_directory: isFolder });

export const renameFile = (id: string, key: string, name: string, isFolder: boolean): Promise<unknown> =>
  collectionAt<unknown>(FILES(id)).partialBulkUpdate({ key, new_name: name, is_directory: isFolder } as never);

/** Saves a file unless it is another than the one that was `seen`. @returns what its content is called now */
export async function saveFile(id: string, key: string, content: string, seen: string): Promise<string> {
  const answer = (await collectionAt<unknown>(FILES(id)).partialBulkUpdate({
    key,
    content,
    ...(seen ? { seen } : {}),
  } as never)) as unknown as { hash?: string } | undefined;
  return answer?.hash ?? (await readFile(id, key)).hash;
}

/** A save is refused because somebody else has saved meanwhile. */
export const isStale = ({ code }: ApiError): boolean => code === 'playbook_file_changed';

export const deleteFile = (id: string, key: string): Promise<void> => collectionAt<unknown>(FILES(id)).bulkDestroy({ key });

export const checkFiles = (id: string, signal: AbortSignal): Promise<Finding[]> =>
  http.get<Finding[]>(`ops/playbooks/${id}/check/`, { signal });

export const downloadPath = (id: Row['id']): string => `ops/playbooks/${id}/download/`;

export const updateFromGit = (id: Row['id']): Promise<unknown> => collectionAt<unknown>(`ops/playbooks/${id}/sync/`).create({});
