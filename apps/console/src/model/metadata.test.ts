import type { FieldInfo, ResourceMetadata } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { info } from '../test/metadata.ts';
import { columnsKey, offeredColumns, readableFields, relatedName, visibleColumns, writableFields } from './metadata.ts';

const some = (more: Partial<FieldInfo> = {}): FieldInfo => info('x', more);
const fields = {
  id: some({ read_only: true }),
  name: some(),
  secret: some({ write_only: true }),
  users: some({ type: 'm2m_related_field' }),
};
const metadata: ResourceMetadata = { name: '', description: '', renders: [], parses: [], actions: { GET: fields, POST: fields } };

test('a list never shows what can only be written, a form never what can only be read', () => {
  expect(Object.keys(readableFields(metadata))).toEqual(['id', 'name', 'users']);
  expect(Object.keys(writableFields(metadata, 'POST') ?? {})).toEqual(['name', 'secret', 'users']);
  expect(writableFields(metadata, 'PUT')).toBeUndefined();
});

test('columns: defaults lead in their order, the rest follow, computed ones are added, excluded and unknown ones are not', () => {
  const choice = { defaults: ['users', 'name', 'gone'], extra: ['duration'], exclude: ['id'] };
  expect(offeredColumns(readableFields(metadata), choice)).toEqual(['users', 'name', 'duration']);
  expect(offeredColumns(readableFields(metadata), { columns: ['name', 'secret'] })).toEqual(['name']);
});

test('a saved choice wins over the defaults and keeps what may not be hidden', () => {
  const offered = ['id', 'name', 'users'];
  expect(visibleColumns(offered, { defaults: ['name'], min: ['name'] }, undefined)).toEqual(['name']);
  expect(visibleColumns(offered, { defaults: ['name'], min: ['name'] }, ['users'])).toEqual(['name', 'users']);
  expect(visibleColumns(offered, { min: ['name'] }, ['users', 'id', 'name'])).toEqual(['users', 'id', 'name']);
  expect(visibleColumns(offered, {}, undefined)).toEqual(offered);
});

test('a saved choice of columns that are gone is forgotten', () => {
  expect(visibleColumns(['id', 'name'], { defaults: ['name'] }, ['old'])).toEqual(['name']);
  expect(visibleColumns(['id', 'name'], { defaults: ['gone'] }, undefined)).toEqual(['id', 'name']);
});

test('the storage key forgets the ids of the address', () => {
  expect(columnsKey('t', 'perms/users/0f8fad5b-d9cb-469f-a165-70867728950e/assets/?x=1')).toBe('t_perms/users/*/assets/');
  expect(columnsKey('t', 'assets/platforms/12/x/')).toBe('t_assets/platforms/*/x/');
});

test('a related object is known by the first word it has', () => {
  expect(relatedName({ value: 1, label: 'One' })).toBe('One');
  expect(relatedName({ id: 'x', display_name: 'Auditor', name: 'OrgAuditor' })).toBe('Auditor');
  expect(relatedName({ id: 7 })).toBe('7');
  expect(relatedName(null)).toBe('');
});
