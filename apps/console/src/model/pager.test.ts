import { expect, test } from 'vitest';
import { pageWindow } from './pager.ts';

test('five buttons stay around the page and within the pages', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(1, 0)).toEqual([1]);
  expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(7, 20)).toEqual([5, 6, 7, 8, 9]);
  expect(pageWindow(20, 20)).toEqual([16, 17, 18, 19, 20]);
});
