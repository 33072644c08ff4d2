import { ApiError } from '@postern/client/http';
import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { accountBody, attributeFields, flatRefusal, loadAccount } from './account-form.ts';

const info = (rest: Partial<FieldInfo>): FieldInfo => ({
  type: 'string',
  required: true,
  read_only: false,
  label: 'x',
  write_only: false,
  ...rest,
});
const infos = { host: info({}), password: info({ write_only: true }), key_file: info({ type: 'file upload', write_only: true }) };

test('attributes are fields of the form, and secrets of an account that exists may stay', () => {
  const creating = attributeFields(infos, false);
  expect(creating.attr_password).toMatchObject({ widget: 'secret', info: { required: true } });
  const updating = attributeFields(infos, true);
  expect([updating.attr_host?.info?.required, updating.attr_password?.info?.required]).toEqual([true, false]);
  // A field of type "file upload" would not be sent as text.
  expect(updating.attr_key_file).toMatchObject({ widget: 'keyFile', info: { type: 'string', write_only: true } });
});

test('what is loaded from below attrs is sent there again, with the provider', async () => {
  const loaded = loadAccount({ id: '1', name: 'a', attrs: { host: 'h' } });
  expect(loaded).toMatchObject({ name: 'a', attr_host: 'h' });
  const body = await accountBody({ name: 'a', attr_host: 'h', attr_key_file: { type: 'service_account' } }, 'vmware', infos);
  expect(body).toEqual({ name: 'a', provider: 'vmware', attrs: { host: 'h', key_file: { type: 'service_account' } } });
});

test('a refusal below attrs stands at its field', () => {
  const flat = flatRefusal(new ApiError(400, 'invalid', { name: ['taken'], attrs: { host: ['required'] } }));
  expect(flat instanceof ApiError && flat.body).toEqual({ name: ['taken'], attr_host: ['required'] });
  const other = new ApiError(403, 'permission_denied', { detail: 'no' });
  expect(flatRefusal(other)).toBe(other);
});
