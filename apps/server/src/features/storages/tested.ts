import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Text, text } from '@postern/contract/text';
import { digestsOf } from './stores/digest.ts';
import { type ObjectStore, StoreError } from './stores/object-store.ts';
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

/** Writes a small object, reads it back, compares and removes it. @returns what failed; undefined when all of it works */
export async function testStore(store: ObjectStore): Promise<Failed | undefined> {
  const name = `postern-test-${randomUUID()}.txt`;
  const bytes = randomBytes(1_024);
  const digests = await digestsOf(Readable.from([bytes]));
  let step: keyof typeof STEPS = 'write';
  try {
    await store.put(name, { ...digests, open: () => Readable.from([bytes]) });
    step = 'read';
    const body = await store.get(name);
    if (!body) throw new StoreError('not found');
    const found = await digestsOf(whole(body), bytes.length);
    step = 'compare';
    if (found.sha256 !== digests.sha256) throw new StoreError(`${found.bytes}/${bytes.length}`);
    step = 'remove';
    await store.remove(name);
    if (await store.stat(name)) throw new StoreError('still there');
    return undefined;
  } catch (error) {
    const detail = reasonOf(error);
    if (detail === undefined) throw error;
    if (step !== 'write' && step !== 'remove') await store.remove(name).catch(() => undefined);
    return { step: STEPS[step], detail };
  } finally {
    store.close();
  }
}
