import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { askBucket, type Bucket, openInBucket } from '../s3.ts';
import { LOOK_LIMIT, type ObjectStore, StoreError, transferLimit } from './object-store.ts';

const DAY_MS = 86_400_000;
/** What a removed object or version is answered with by those who do not take its removal as done. */
const GONE = /NoSuch(Key|Version)/;

/** Objects of a bucket. @param lockDays how long what is put may not be removed, where the bucket has object lock */
export function s3Store(outbound: Outbound, bucket: Bucket, lockDays = 0): ObjectStore {
  /** Refusals of what is locked have no code of their own; the object says until when. */
  async function isLocked(name: string, query: Record<string, string>): Promise<boolean> {
    const found = await openInBucket(outbound, bucket, { method: 'HEAD', name, query, limit: LOOK_LIMIT }).catch(() => undefined);
    found?.body.on('error', () => undefined).resume();
    const until = Date.parse(found?.headers['x-amz-object-lock-retain-until-date'] ?? '');
    return until > Date.now() || found?.headers['x-amz-object-lock-legal-hold'] === 'ON';
  }

  return {
    async put(name, { bytes, sha256, md5, open }) {
      const lock: Record<string, string> =
        lockDays > 0
          ? {
              'x-amz-object-lock-mode': 'COMPLIANCE',
              'x-amz-object-lock-retain-until-date': new Date(Date.now() + lockDays * DAY_MS).toISOString(),
            }
          : {};
      const { headers } = await askBucket(outbound, bucket, {
        method: 'PUT',
        name,
        // Buckets with object lock take nothing without a digest (Amazon S3 API, PutObject: Content-MD5).
        headers: { 'content-length': String(bytes), 'content-md5': md5, 'content-type': 'application/octet-stream', ...lock },
        body: { sha256, open },
        limit: transferLimit(bytes),
      });
      return headers['x-amz-version-id'] ?? '';
    },
    async get(name, part) {
      const headers: Record<string, string> = part ? { range: `bytes=${part.from}-${part.from + part.bytes - 1}` } : {};
      return (await openInBucket(outbound, bucket, { method: 'GET', name, headers }))?.body;
    },
    async stat(name) {
      const found = await openInBucket(outbound, bucket, { method: 'HEAD', name, limit: LOOK_LIMIT });
      found?.body.on('error', () => undefined).resume();
      return found && { bytes: Number(found.headers['content-length']), version: found.headers['x-amz-version-id'] ?? '' };
    },
    async remove(name, version) {
      // Without its version a store that keeps versions only hides an object behind a mark.
      const query: Record<string, string> = version ? { versionId: version } : {};
      try {
        await askBucket(outbound, bucket, { method: 'DELETE', name, query });
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (GONE.test(error.detail)) return;
        throw (await isLocked(name, query)) ? new StoreError(error.detail, { locked: true, cause: error }) : error;
      }
    },
    close: () => undefined,
  };
}
