import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ScreenSearch } from './ScreenSearch.tsx';

const hit = {
  id: 'h',
  session: { id: '7', user: 'Ada(ada)', asset: 'web-01(192.0.2.1)', account: 'root' },
  at: 75,
  moment: '2026/11/22 10:01:15 +0000',
  text: 'nothing of it\nPATH of DB-prod-7 <img src=x>\n$ ssh db-prod-7',
};

test('a hit shows the lines with the words, as text, and opens the player at its second', async () => {
  const asked = serve({ 'GET terminal/screen-texts/': { count: 1, next: null, previous: null, results: [hit] } });
  const { user } = await draw(<ScreenSearch />);
  await user.type(screen.getByRole('searchbox'), 'db{Enter}');
  // Too short: nothing is asked.
  expect(asked.filter(({ path }) => path.includes('screen-texts'))).toEqual([]);
  await user.type(screen.getByRole('searchbox'), '-prod{Enter}');
  const link = await screen.findByRole('link', { name: /^Play from here/ });
  expect(link).toHaveAttribute('href', '/luna/replay/7?at=75');
  const shown = document.querySelector('.s-hit pre');
  expect(shown?.textContent).toBe('PATH of DB-prod-7 <img src=x>$ ssh db-prod-7');
  expect([...(shown?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['DB-prod', 'db-prod']);
  expect(shown?.querySelector('img')).toBeNull();
});

test('says when nothing was found', async () => {
  serve({ 'GET terminal/screen-texts/': { count: 0, next: null, previous: null, results: [] } });
  const { user } = await draw(<ScreenSearch />);
  await user.type(screen.getByRole('searchbox'), 'nothing{Enter}');
  expect(await screen.findByText('Nothing of this was on a recorded screen')).toBeVisible();
});
