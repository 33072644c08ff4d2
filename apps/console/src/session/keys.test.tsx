import { PAGE_SIZES } from '@postern/contract/preferences';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeTableConfig } from '../data/table-config.ts';
import { writeStored } from '../data/useStored.ts';
import { kindOf } from '../fields/kinds.ts';
import { isSidebarOpen, rememberSidebar } from '../layout/sidebar-state.ts';
import { METADATA_QUERY, SIZE_KEY, storedSize } from '../model/list-query.ts';
import { columnsKey } from '../model/metadata.ts';
import { columnWidth, gridStyle } from '../screens/list/list-columns.ts';
import { DEFAULT_ORG_ID, PSEUDO_ORGS, ROOT_ORG_ID, rememberedOrgId, SYSTEM_ORG_ID, storedOrg, storeOrg } from './organisations.ts';

/** Names and values that the server, other clients and the browsers of our people hold: a new spelling would lose what they kept. */

const first = { id: '1', name: 'First' };
const second = { id: '2', name: 'Second' };

beforeEach(() => localStorage.clear());
function cookies(): string[] {
  const written: string[] = [];
  const setter = vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
  onTestFinished(() => setter.mockRestore());
  return written;
}

test('the well-known organisations', () => {
  expect(ROOT_ORG_ID).toBe('00000000-0000-0000-0000-000000000000');
  expect(DEFAULT_ORG_ID).toBe('00000000-0000-0000-0000-000000000002');
  expect(SYSTEM_ORG_ID).toBe('00000000-0000-0000-0000-000000000004');
  expect(PSEUDO_ORGS).toEqual({ global: { id: ROOT_ORG_ID, name: 'Global' }, system: { id: SYSTEM_ORG_ID, name: 'SystemSetting' } });
});

test('the organisation is kept per person, the one before it too, and told to the server by a cookie', () => {
  const written = cookies();
  storeOrg('mia', first);
  storeOrg('mia', second);
  expect(JSON.parse(localStorage.getItem('jms_current_org_mia') ?? '')).toEqual(second);
  expect(JSON.parse(localStorage.getItem('PRE_ORG_mia') ?? '')).toEqual(first);
  expect(written.at(-1)).toMatch(/^X-JMS-ORG=2;/);
  storeOrg('mia', PSEUDO_ORGS.system);
  storeOrg('mia', first);
  expect(storedOrg('mia', 'previous'), 'a pseudo organisation is not gone back to').toEqual(second);
  expect(storedOrg('ann', 'current')).toBeUndefined();
  expect(rememberedOrgId()).toBe(DEFAULT_ORG_ID);
});

test('the side menu is open unless its cookie says 0', () => {
  expect(isSidebarOpen()).toBe(true);
  const written = cookies();
  rememberSidebar(false);
  rememberSidebar(true);
  expect(written.map((cookie) => cookie.split(';')[0])).toEqual(['sidebarStatus=0', 'sidebarStatus=1']);
});

test('a page has 15, 30, 50 or 100 rows, and the size is kept', () => {
  expect(PAGE_SIZES).toEqual([15, 30, 50, 100]);
  expect(SIZE_KEY).toBe('paginationSize');
  expect([undefined, 50, 20, 'x'].map((kept) => storedSize(() => kept))).toEqual([15, 50, 15, 15]);
});

test('columns are kept under one key, by table and address', () => {
  writeTableConfig('user_users/users/', { showColumns: ['name'] });
  expect(JSON.parse(localStorage.getItem('tableConfig') ?? '')).toEqual({ 'user_users/users/': { showColumns: ['name'] } });
  writeStored('x', 1);
  writeTableConfig('user_users/users/', {});
  expect(JSON.parse(localStorage.getItem('tableConfig') ?? '')).toEqual({});
  expect(columnsKey('user', 'users/users/?a=1')).toBe('user_users/users/');
});

test('metadata is asked for as it is drawn', () => expect(METADATA_QUERY).toEqual({ draw: 1, display: 1 }));

test.each([
  ['is_active', 'boolean', 80],
  ['date_created', 'datetime', 160],
] as const)('the column %s is %s and %i px wide', (name, type, width) => {
  expect(columnWidth(name, kindOf(type))).toBe(width);
});

test('the column of actions is 150 px wide', () =>
  expect(gridStyle([], 0, 110)).toEqual({ '--tracks': 'minmax(110px, 150px)', '--least': '110px', '--before': '0px' }));
