import { expect, test } from 'vitest';
import { collect, pages } from './responses.ts';

/** A listing of so many pages, one item each. */
const listing = (most: number) => pages(1, async (cursor: number) => ({ items: [cursor], next: cursor < most ? cursor + 1 : undefined }));

test('a listing is walked to its end, and given up after 2,000 pages', async () => {
  expect(await collect(listing(3))).toEqual([1, 2, 3]);
  expect(await collect(listing(2_000))).toHaveLength(2_000);
  await expect(collect(listing(2_001))).rejects.toMatchObject({ code: 'unexpected' });
});

test('a listing that leads back to a page it had is given up', async () => {
  const round = pages('a', async (cursor: string) => ({ items: [cursor], next: cursor === 'a' ? 'b' : 'a' }));
  await expect(collect(round)).rejects.toMatchObject({ code: 'unexpected' });
});
