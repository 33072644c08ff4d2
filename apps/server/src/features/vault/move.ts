import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import type { Platform } from '../../platform/platform.ts';
import {
  type KeptSecret,
  type Place,
  replaceSecretText,
  SECRET_COLUMNS,
  type SecretColumn,
  secretsAt,
} from '../../platform/secrets/external-columns.queries.ts';
import { externalId, externalText, SecretStoreError } from '../../platform/secrets/external-secrets.ts';

/** Secrets on their way between the database and the store (docs/decisions/0114). */

export type MoveDeps = Pick<Platform, 'asSystem' | 'systemContext' | 'secrets' | 'externalSecrets'>;

const PAGE = 64;

/**
 * To the store: the entry is written down, written, read back and compared; only then its name takes the place of the encrypted secret. What
 * ends on the way leaves the secret where it was, and an entry that the sweep finds.
 * @returns how many values it stood in
 * @throws SecretStoreError
 */
async function sendOut(deps: MoveDeps, column: SecretColumn, row: KeptSecret): Promise<number> {
  const { externalSecrets: store, secrets } = deps;
  const id = randomUUID();
  await deps.asSystem('a secret goes to the store', (ctx) =>
    ctx.tx
      .insertInto('external_secrets')
      .values({ id, date_created: ctx.clock() })
      .execute()
      .then(() => undefined),
  );
  const secret = secrets.decrypt(row.stored);
  await store.put(id, secret);
  if ((await store.get(id)) !== secret) throw new SecretStoreError('refused', 'gives another secret than it was given');
  return deps.asSystem('a secret is in the store', (ctx) => replaceSecretText(ctx.tx, column, row, externalText(id)));
}

/** Back: its encrypted form takes the place of the name; the entry itself goes with the sweep. @returns how many values it stood in @throws SecretStoreError */
async function bringBack(deps: MoveDeps, column: SecretColumn, row: KeptSecret): Promise<number> {
  const id = externalId(row.stored);
  if (id === undefined) return 0;
  const encrypted = deps.secrets.encrypt(await deps.externalSecrets.get(id));
  return deps.asSystem('a secret is back', (ctx) => replaceSecretText(ctx.tx, column, row, encrypted));
}

/** No entry has this id: whoever may read hears that it is missing. */
const NO_ENTRY = '00000000-0000-0000-0000-000000000000';

/** Asks once before anything is written down for it. @throws SecretStoreError when the store is away or does not let us in */
async function answers({ externalSecrets }: MoveDeps): Promise<void> {
  try {
    await externalSecrets.get(NO_ENTRY);
  } catch (error) {
    if (!(error instanceof SecretStoreError) || error.why !== 'missing') throw error;
  }
}

export interface Moved {
  /** Values, as they are counted before: a secret of an account stands in its history as well. */
  done: number;
  /** Which the store answers for, but not as it should; they stay where they are. */
  failed: { column: SecretColumn; id: string; detail: string }[];
}

/**
 * Moves what is not at its place yet, each secret on its own; who goes on with it later finds the rest.
 * @param most values after which it stops
 * @throws SecretStoreError `away`: the rest waits; `refused`: it does not let us in
 */
export async function moveSecrets(
  deps: MoveDeps,
  ctx: Context,
  to: Place,
  { signal, most = Number.POSITIVE_INFINITY, progress }: { signal: AbortSignal; most?: number; progress?: (done: number) => void },
): Promise<Moved> {
  const moved: Moved = { done: 0, failed: [] };
  let asked = false;
  const one = to === 'there' ? sendOut : bringBack;
  for (const column of SECRET_COLUMNS) {
    let after = '';
    while (moved.done < most) {
      signal.throwIfAborted();
      const page = await secretsAt(ctx.tx, column, to === 'there' ? 'here' : 'there', after, PAGE);
      const last = page.at(-1);
      if (!last) break;
      if (!asked) await answers(deps);
      asked = true;
      after = last.id;
      const results = await Promise.allSettled(page.map((row) => one(deps, column, row)));
      for (const [at, result] of results.entries()) {
        if (result.status === 'fulfilled') moved.done += result.value;
        else if (result.reason instanceof SecretStoreError && result.reason.why !== 'away')
          moved.failed.push({ column, id: page[at]?.id ?? '', detail: result.reason.detail });
      }
      progress?.(moved.done);
      const other = results.find((result) => result.status === 'rejected' && !(result.reason instanceof SecretStoreError));
      const away = results.find((result) => result.status === 'rejected' && (result.reason as SecretStoreError).why === 'away');
      const stop = other ?? away;
      if (stop?.status === 'rejected') throw stop.reason;
      // What it refuses one by one it refuses all along: no reason to try a hundred thousand.
      if (moved.failed.length >= PAGE) return moved;
    }
  }
  return moved;
}
