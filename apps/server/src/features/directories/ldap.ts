import { createRequire } from 'node:module';
import { lazily } from '../../platform/lazy.ts';

const require = createRequire(import.meta.url);

/** The library, read when a directory is first asked. */
export const ldap = lazily(() => require('ldapts') as typeof import('ldapts'));
