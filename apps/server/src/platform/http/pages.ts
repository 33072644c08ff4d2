import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CodedError } from '@postern/contract/errors';

/** A browser application that the server delivers. */
export interface StaticApp {
  /** With both slashes, `/ui/`. */
  prefix: string;
  root: string;
}

const dist = (app: string): string => fileURLToPath(new URL(`../../../../${app}/dist`, import.meta.url));

export const CONSOLE: StaticApp = { prefix: '/ui/', root: dist('console') };
export const TERMINAL: StaticApp = { prefix: '/luna/', root: dist('terminal') };

/** Which file of an app answers a path below its prefix: a file as it is, any other path the app's own page. */
export function fileFor(path: string): { file: string; page: boolean; immutable: boolean } {
  // The router has decoded the path; whatever could leave the folder is no file of ours.
  const clean = path.split('/').every((part) => part !== '..' && part !== '.' && !part.includes('\\') && !part.includes('\0')) ? path : '';
  const looksLikeFile = /\.[a-z0-9]{1,8}$/i.test(clean);
  if (!clean || !looksLikeFile) return { file: 'index.html', page: true, immutable: false };
  return { file: clean, page: clean.endsWith('.html'), immutable: clean.startsWith('assets/') };
}

/** Files of pages under `/core/`: the same as the console's, at an address that no other console takes away (decision 0075). */
export const CORE_FILES = '/core/static/';

/** The page that shows the log of a task. @throws CodedError service_unavailable while it is not built */
export async function taskLogPage(): Promise<string> {
  return readFile(join(CONSOLE.root, 'task-log.html'), 'utf8').catch((cause: unknown) => {
    throw new CodedError('service_unavailable', {}, { cause });
  });
}

/** Page of the login: its own small entry when the console's build has one. */
export const loginPage = (): string => (existsSync(join(CONSOLE.root, 'login.html')) ? 'login.html' : 'index.html');
