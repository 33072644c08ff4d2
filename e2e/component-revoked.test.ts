import type { Json } from '@postern/testkit/api';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keepText } from './support/browser.ts';
import { type NativeScene, setNativeScene } from './support/scene.ts';
import { tokenFor } from './support/ssh.ts';
import { until } from './support/until.ts';

// The gateway of a running product is revoked under a live session, as somebody does who believes that it was taken over.

/** Milliseconds in which its sessions end. */
const ENDS_MS = 5_000;

let scene: NativeScene;
beforeAll(async () => {
  scene = await setNativeScene('revoked-target', { alone: true });
});
afterAll(() => scene?.stop());
afterEach(({ task }) => {
  if (task.result?.state === 'fail') keepText('failed-revoked.log', scene.postern.log());
});

const components = async (): Promise<Json[]> => (await scene.api.get<Json[]>('terminal/terminals/')).body as Json[];

test('its sessions end, and it comes back only when somebody has approved it', async () => {
  const { api, client, host, sshd } = scene;
  const [gateway] = await components();
  // The gateway of the same machine was approved by itself.
  expect(gateway).toMatchObject({ standing: { value: 'approved' } });

  const ssh = client.run(await tokenFor(api, host.id, sshd.user), ['-tt', '127.0.0.1']);
  ssh.child.stdin?.write('echo rea""dy\n');
  await until('a prompt', 30_000, async () => ssh.seen().includes('ready'));
  const [session] = (await api.get<Json>('terminal/sessions/', { query: { is_finished: 0, limit: 5 } })).body.results as Json[];
  expect((await api.post(`terminal/terminals/${gateway?.id}/revoke/`, {})).status).toBe(200);
  let ended = false;
  void ssh.ended.then(() => {
    ended = true;
  });
  await until('the session has ended for its user', ENDS_MS, async () => ended);
  const { body } = await api.get<Json>(`terminal/sessions/${session?.id}/`);
  expect(body).toMatchObject({ is_finished: true });

  // It has registered again, as whoever holds the bootstrap token can, and waits.
  const next = await until('it registered again', 30_000, async () =>
    (await components()).find((one) => one.id !== gateway?.id && one.standing.value === 'waiting'),
  );
  await until('it says so', 10_000, async () => scene.postern.log().includes('waits until an administrator approves'));
  expect((await api.post(`terminal/terminals/${next.id}/approve/`, {})).status).toBe(200);
  await until('sessions open again', 30_000, async () => {
    const again = await client.run(await tokenFor(api, host.id, sshd.user), ['127.0.0.1', 'echo up-again'], '').ended;
    return again.code === 0 && again.stdout.text === 'up-again\n';
  });
  expect((await api.delete(`terminal/terminals/${gateway?.id}/`)).status).toBe(204);
});
