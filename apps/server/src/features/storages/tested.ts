import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Text, text } from '@postern/contract/text';
import { digestsOf } from './stores/digest.ts';
import { LOOK_LIMIT, type ObjectStore, StoreError } from './stores/object-store.ts';
import { reasonOf, whole } from './stores/reason.ts';

/** What a test does with a storage, in this order. */
const STEPS = {
  write: text('Write', '写入', '書き込み'),
  read: text('Read back', '读回', '読み戻し'),
  compare: text('Compare', '比对', '照合'),
  remove: text('Remove', '删除', '削除'),
} as const satisfies Record<string, Text>;

/** The step that failed, and why, as people may read it. */
export interface Failed {
  step: Text;
  detail: string;
}

/** Milliseconds for all of it: somebody waits for the answer. */
const LIMIT_MS = 30_000;

/** @throws StoreError when work takes longer than that */
async function inTime<T>(work: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreError('timeout')), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Writes a small object, reads it back, compares and removes it.
 *
 * @param limit milliseconds after which a step counts as failed
 * @returns what failed; undefined when all of it works
 */
export async function testStore(store: ObjectStore, limit = LIMIT_MS): Promise<Failed | undefined> {
  const end = Date.now() + limit;
  const soon = <T>(work: Promise<T>): Promise<T> => inTime(work, Math.max(end - Date.now(), 0));
  const name = `postern-test-${randomUUID()}.txt`;
  const bytes = randomBytes(1_024);
  const digests = await digestsOf(Readable.from([bytes]));
  let step: keyof typeof STEPS = 'write';
  try {
    await soon(store.put(name, { ...digests, open: () => Readable.from([bytes]) }));
    step = 'read';
    const body = await soon(store.get(name));
    if (!body) throw new StoreError('not found');
    const found = await soon(digestsOf(whole(body), bytes.length));
    step = 'compare';
    if (found.sha256 !== digests.sha256) throw new StoreError(`${found.bytes}/${bytes.length}`);
    step = 'remove';
    await soon(store.remove(name));
    if (await soon(store.stat(name))) throw new StoreError('still there');
    return undefined;
  } catch (error) {
    const detail = reasonOf(error);
    if (detail === undefined) throw error;
    if (step !== 'write' && step !== 'remove') await inTime(store.remove(name), LOOK_LIMIT).catch(() => undefined);
    return { step: STEPS[step], detail };
  } finally {
    store.close();
  }
}
