import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { beforeMigration } from './before-migration.ts';

const NEW = '0039_ssh-keys.sql';
/** An installation of before decision 0093, in which everybody could have one key. */
const old = beforeMigration(NEW);

/** Somebody with a key as it was stored. */
async function person(username: string, key: string | null): Promise<string> {
  const id = randomUUID();
  await old().db.query(
    `insert into users (id, name, username, email, public_key, created_by, updated_by) values ($1, $2, $2, $2 || '@example.com', $3, '', '')`,
    [id, username, key],
  );
  return id;
}

test('each key becomes one of its owner’s, under its comment, with the fingerprint that OpenSSH shows', async () => {
  const line = (comment: string): string => newSshKey('ed25519', { comment }).public;
  // Type and key as OpenSSH writes them: one with padding, which some left out.
  const ecdsa = newSshKey('ecdsa', { comment: '' }).public.trim();
  const [named, spaced] = [line('mia at home'), line('x')];
  const given = {
    named,
    bare: named.split(' ').slice(0, 2).join(' '),
    spaced: `  ${spaced.split(' ').join('\t ')}\n`,
    unpadded: ecdsa.replace(/=+$/, ''),
    none: null,
  };
  for (const [username, key] of Object.entries(given)) await person(username, key);
  expect(await migrate(old().url, await readMigrations())).toContain(NEW);
  const { rows } = await old().db.query<{ username: string; name: string; line: string; fingerprint: string; key_type: string }>(
    'select u.username, k.name, k.line, k.fingerprint, k.key_type from ssh_keys k join users u on u.id = k.user_id where k.of_profile and k.is_active',
  );
  const found = Object.fromEntries(rows.map(({ username, ...row }) => [username, row]));
  const shown = (key: string): string => execFileSync('ssh-keygen', ['-lf', '-'], { input: key, encoding: 'utf8' }).split(' ')[1] ?? '';
  const kept = (key: string, called: string) => ({ name: called, line: key, fingerprint: shown(key), key_type: key.split(' ')[0] });
  expect(found).toEqual({
    named: kept(named, 'mia at home'),
    bare: kept(given.bare, 'Default'),
    spaced: kept(spaced, 'x'),
    unpadded: kept(ecdsa, 'Default'),
  });
});
