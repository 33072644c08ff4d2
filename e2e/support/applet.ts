import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { zipOf } from './zip.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A package of a remote application as people upload them. */
export const appletPackage = (name: string, version = '1.0'): Buffer =>
  zipOf({
    [`${name}/manifest.yml`]: `name: ${name}\ndisplay_name: DBeaver\nversion: ${version}\nauthor: Harbour\ntype: general\nprotocols: [mysql, postgresql]\ntags: [Harbour]\ncomment: Looks into databases\n`,
    [`${name}/setup.yml`]: 'type: manual\n',
    [`${name}/icon.png`]: PNG,
    [`${name}/README.md`]: '# DBeaver\n\nOpens the database of the asset with its account.\n',
  });

/** Takes one in. */
export async function uploadApplet(admin: Api, name: string): Promise<Json> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(appletPackage(name))]), `${name}.zip`);
  const { status, body } = await admin.post<Json>(addressOf('applets', 'upload'), form);
  if (status !== 201) throw new Error(`Not taken in: ${status} ${JSON.stringify(body)}`);
  return body;
}
