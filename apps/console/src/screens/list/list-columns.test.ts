import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { info } from '../../test/metadata.ts';
import { contentWidths } from './content-width.ts';
import { actionsWidth, columnsOf, fittedWidths, gridStyle } from './list-columns.ts';
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

test('where room is short the widest are cut first, and what is to spare goes in proportion', () => {
  const track = (least: number, width: number, most = Number.POSITIVE_INFINITY) => ({ least, width, most });
  expect(fittedWidths([track(60, 80), track(90, 400), track(60, 100), track(120, 120, 150)], 490)).toEqual([80, 190, 100, 120]);
  expect(fittedWidths([track(60, 100), track(60, 300), track(120, 120, 150)], 750)).toEqual([150, 450, 150]);
  expect(gridStyle([column('At', { type: 'datetime' }), column('On', {}, { field: 60 })], 1, 0, 404)['--tracks']).toBe('44px 300px 60px');
});

test('a column asks for what its rows hold, not for what a kind usually does', () => {
  const [short, long] = columnsOf(
    definition,
    ['a', 'b'],
    { a: info('Protocol'), b: info('Target') },
    {},
    { yes: 'Yes', no: 'No' },
    contentWidths(definition, ['a', 'b'], { a: info('Protocol'), b: info('Target') }, [{ id: '1', a: 'ssh', b: 'x'.repeat(40) }], {
      yes: 'Yes',
      no: 'No',
      language: 'en',
    }),
  );
  expect(short).toMatchObject({ width: 'Protocol'.length * 7.5 + 26 });
  expect(long).toMatchObject({ width: 40 * 7.5 + 26, least: 88 });
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
