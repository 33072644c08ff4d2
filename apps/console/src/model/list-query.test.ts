import { expect, test } from 'vitest';
import { defaultDates, filteredBy, type ListState, pageAfterRemoval, readListState, requestQuery, writeListState } from './list-query.ts';

const KEYS = new Set(['name', 'is_active']);

test('reads page, order, words and known filters from the address bar, and nothing else', () => {
  const state = readListState(new URLSearchParams('page=3&order=-name&search=a, b,&is_active=true&clone_from=x&activeTab=y'), 30, KEYS);
  expect(state).toEqual({ page: 3, size: 30, order: '-name', search: ['a', 'b'], filters: { is_active: 'true' } });
});

test.each(['0', '-2', 'x', ''])('page %j is the first page', (page) => {
  expect(readListState(new URLSearchParams({ page }), 15, KEYS).page).toBe(1);
});

test('what is written is read back, and foreign values stay', () => {
  const before = readListState(new URLSearchParams('name=old&oid=1&page=2'), 15, KEYS);
  const after = { ...before, page: 4, order: 'name', search: ['x', 'y'], filters: { is_active: 'false' } };
  const params = writeListState(new URLSearchParams('name=old&oid=1&page=2'), before, after);
  expect(params.get('oid')).toBe('1');
  expect(params.has('name')).toBe(false);
  expect(readListState(params, 15, KEYS)).toEqual(after);
});

test('the first page and an empty order leave no trace in the address bar', () => {
  const state = readListState(new URLSearchParams(), 15, KEYS);
  expect(writeListState(new URLSearchParams('page=2&order=name'), state, state).toString()).toBe('');
});

test('the page size and the view are in the address once they were chosen', () => {
  const before = readListState(new URLSearchParams(), 30, KEYS);
  const params = writeListState(new URLSearchParams(), before, { ...before, size: 100, view: 'v1' });
  expect(params.toString()).toBe('size=100&view=v1');
  expect(readListState(params, 15, KEYS)).toMatchObject({ size: 100, view: 'v1', filters: {} });
  expect(readListState(new URLSearchParams('size=7'), 15, KEYS).size).toBe(15);
});

test('dates of links are read by both of their names; half a span or a backward one is none', () => {
  const from = Date.UTC(2026, 0, 1);
  const to = Date.UTC(2026, 0, 2);
  const read = (query: Record<string, string>) => readListState(new URLSearchParams(query), 15, KEYS).dates;
  const text = (time: number) => new Date(time).toISOString();
  expect(read({ date_start: text(from), date_end: text(to) })).toEqual({ from, to });
  expect(read({ date_from: text(from) })).toBeUndefined();
  expect(read({ date_from: text(to), date_to: text(from) })).toBeUndefined();
  expect(read({ date_from: 'soon', date_to: text(to) })).toBeUndefined();
});

test('a request has the fixed values, the filters over them, the words and the paging, without blanks', () => {
  const state: ListState = { page: 3, size: 50, order: '', search: ['a', 'b'], filters: { name: 'x', empty: ' ' } };
  expect(requestQuery(state, { order: '-date', name: 'fixed', is_finished: '0' })).toEqual({
    order: '-date',
    name: 'x',
    is_finished: '0',
    search: 'a,b',
    offset: '100',
    limit: '50',
    display: '1',
    draw: '1',
  });
});

test('an order of the person wins over the fixed one, dates travel as ISO', () => {
  const dates = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 8) };
  const query = requestQuery({ page: 1, size: 15, order: 'name', search: [], filters: {}, dates }, { order: '-date' });
  expect(query).toMatchObject({ order: 'name', date_from: '2026-01-01T00:00:00.000Z', date_to: '2026-01-08T00:00:00.000Z' });
});

test('by default a week back and up to the end of tomorrow', () => {
  const { from, to } = defaultDates(new Date(2026, 10, 20, 14, 30));
  expect(new Date(from)).toEqual(new Date(2026, 10, 13, 0, 0, 1));
  expect(new Date(to)).toEqual(new Date(2026, 10, 21, 23, 59, 59));
});

test('a page that emptied gives way to the last one with rows', () => {
  expect(pageAfterRemoval(3, 15, 30)).toBe(2);
  expect(pageAfterRemoval(3, 15, 31)).toBe(3);
  expect(pageAfterRemoval(1, 15, 0)).toBe(1);
});

test('only conditions make a list filtered', () => {
  expect(filteredBy({ page: 2, size: 15, order: 'x', search: [], filters: {} })).toBeUndefined();
  expect(filteredBy({ page: 1, size: 15, order: '', search: ['a'], filters: {} })).toBe('own');
});
