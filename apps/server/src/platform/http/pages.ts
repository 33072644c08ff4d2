import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Page of the login: its own small entry when the console's build has one. */
export const loginPage = (): string => (existsSync(join(CONSOLE.root, 'login.html')) ? 'login.html' : 'index.html');
