import { randomUUID } from 'node:crypto';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startMoto } from '@postern/testkit/moto';
import { afterAll, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { awsStore } from './stores/aws-secrets-manager.ts';

const outbound = createOutbound({ allow: ['127.0.0.1'] });
const moto = forThisFile(
  () => startMoto([]),
  (it) => it.stop(),
);
afterAll(async () => {
  await outbound?.close();
});
const store = (key = moto.key, endpoint = moto.endpoint) =>
  awsStore({ outbound, region: 'eu-central-1', key, endpoint, prefix: 'postern' });

test('AWS Secrets Manager keeps what it is given, once, until it is removed; signatures are checked', async () => {
  const [id, aws] = [randomUUID(), store()];
  await aws.connect();
  await aws.logIn();
  await aws.put(id, 'Kept-in-the-cloud-1 "é"');
  expect(await aws.get(id)).toBe('Kept-in-the-cloud-1 "é"');
  await expect(aws.put(id, 'another')).rejects.toMatchObject({ why: 'refused' });
  expect(await aws.get(id)).toBe('Kept-in-the-cloud-1 "é"');
  await aws.remove(id);
  await aws.remove(randomUUID());
  await expect(aws.get(id)).rejects.toMatchObject({ name: 'SecretStoreError' });
  await expect(aws.get(randomUUID())).rejects.toMatchObject({ why: 'missing' });
});

test('a key of somebody else is refused, and a place where nobody is says so', async () => {
  const stranger = store({ id: moto.key.id, secret: 'of-somebody-else' });
  await stranger.connect();
  await expect(stranger.logIn()).rejects.toMatchObject({ why: 'refused' });
  await expect(store(moto.key, 'http://127.0.0.1:9').get(randomUUID())).rejects.toMatchObject({ why: 'away' });
});
