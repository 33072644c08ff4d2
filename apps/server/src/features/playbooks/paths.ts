/** Where a file of a playbook may lie. The one rule, for all that writes files: the editor, archives, Git. */

const MAX_PATH = 1024;
const MAX_PART = 255;
const MAX_DEPTH = 16;

export type PathProblem = 'empty' | 'outside' | 'characters' | 'long' | 'deep' | 'root';

// biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are refused
const CHARACTERS = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const bytesOf = (text: string): number => Buffer.byteLength(text);

/**
 * Why a path is not taken; undefined when it is. It is relative, `/` stands between its parts, and letters stay as they are: what looks like a dot
 * or a slash and is another letter is a name like any other.
 */
export function pathProblem(path: string): PathProblem | undefined {
  if (path === '') return 'empty';
  const parts = path.split('/');
  // Spaces at the ends of a name are lost on the way through forms and addresses.
  if (CHARACTERS.test(path) || !path.isWellFormed() || parts.some((part) => part !== part.trim())) return 'characters';
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'outside';
  if (parts.length > MAX_DEPTH) return 'deep';
  if (bytesOf(path) > MAX_PATH || parts.some((part) => bytesOf(part) > MAX_PART)) return 'long';
  // Clients call the top of the tree so.
  return parts[0] === 'root' ? 'root' : undefined;
}

/** Folder that a path lies in; empty at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
export const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** All folders that a path lies in, the outermost first. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_part, at) => parts.slice(0, at + 1).join('/'));
}

/** The first path at which two things lie: the same twice, or a file where a folder is. */
export function collision(files: readonly string[], folders: readonly string[] = []): string | undefined {
  const seen = new Set<string>();
  for (const path of files) {
    if (seen.has(path)) return path;
    seen.add(path);
  }
  const above = [...folders, ...files.flatMap(foldersOf), ...folders.flatMap(foldersOf)];
  return above.find((folder) => seen.has(folder));
}
