import { createRequire } from 'node:module';
import { lazily } from '../lazy.ts';

const require = createRequire(import.meta.url);

/** The library, read when a key or a connection is first at hand. */
export const ssh2 = lazily(() => require('ssh2') as typeof import('ssh2'));
