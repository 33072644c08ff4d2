import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { info } from '../../test/metadata.ts';
import { actionsWidth, columnsOf, gridStyle } from './list-columns.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';

// Where nothing can be measured a Latin letter counts as 7.5 px, one that fills its square as 13.

const definition: ListDefinition = {
  empty: '',
  resource: { url: 'users/groups/', app: 'users', model: 'usergroup', path: '/console/users/groups', noun: 'group' },
};
function column(label: string, more: Partial<FieldInfo> = {}, widths = {}) {
  const [made] = columnsOf(definition, ['field'], { field: info(label, more) }, widths, { yes: 'Yes', no: 'No' });
  if (!made) throw new Error('no column');
  return made;
}

test('a column has room for the words of its head, its arrow and its funnel', () => {
  const words = 'Responsibilities'.length * 7.5;
  expect(column('Responsibilities').least).toBe(words + 26);
  expect(column('Responsibilities', { order: true }).least).toBe(words + 26 + 16);
  expect(column('Responsibilities', { type: 'boolean', filter: true }).least).toBe(words + 26 + 24);
});

test('where room is short the words of a head stand on two lines', () => {
  expect(column('Organisation responsibilities').least).toBe('responsibilities'.length * 7.5 + 26);
  expect(column('シークレットの種類シークレットの種類').least).toBe(10 * 13 + 26);
  expect(column('Organisation responsibilities').width).toBe('Organisation responsibilities'.length * 7.5 + 26);
});

test('a short head leaves a kind the least it needs, and a share of what there is', () => {
  expect(column('At', { type: 'datetime' })).toMatchObject({ least: 124, width: 160 });
  expect(column('On', { type: 'boolean' })).toMatchObject({ least: 64, width: 80 });
});

test('the width that a person has set holds, be the words longer or not', () => {
  expect(column('Responsibilities', {}, { field: 60 })).toMatchObject({ least: 60, width: 60, exact: true });
});

test('tracks shrink to the least, and the table scrolls below their sum', () => {
  const style = gridStyle([column('At', { type: 'datetime' }), column('On', { type: 'boolean' })], 1, 0);
  expect(style).toEqual({ '--tracks': '44px minmax(124px, 160fr) minmax(64px, 80fr)', '--least': '232px', '--before': '44px' });
});

test('the column of actions has room for the widest buttons of a row', () => {
  const actions = (...labels: string[]) => labels.map((label): RowAction => ({ id: label, label, run: () => undefined }));
  const button = (label: string) => label.length * 7.5 + 14;
  expect(actionsWidth(actions('Update', 'Terminate'), 'Actions')).toBe(button('Update') + button('Terminate') + 26);
  expect(actionsWidth(actions('Terminate', 'Go', 'Remove from the organisation'), 'Actions')).toBe(button('Terminate') + 30 + 26);
  const sometimes = actions('Terminate', 'Reconnect', 'Go').map((action) => ({ ...action, shown: () => true }));
  expect(actionsWidth(sometimes, 'Actions')).toBe(button('Terminate') + button('Reconnect') + 26);
  expect(actionsWidth(actions('Go'), 'Actions')).toBe('Actions'.length * 7.5 + 26);
});
