import type { Language } from '@postern/contract/text';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { SessionDetail } from './SessionDetail.tsx';
import { SessionList } from './SessionList.tsx';

// What a component of others reported cannot be verified, and whoever looks at it is told.

const WORDS: Record<Language, string> = { en: 'Not chained', zh: '未链式校验', ja: 'チェーンなし' };
const NOT_CHAINED = { value: 'not_chained', label: 'Not chained' };
const CHAINED = { value: 'chained', label: 'Chained' };

const session = (replay_proof: object | null) => ({
  id: '7',
  user: 'Ada(ada)',
  asset: 'web-01(192.0.2.1)',
  account: 'root(root)',
  protocol: 'ssh',
  login_from: { value: 'ST', label: 'SSH terminal' },
  is_finished: true,
  can_terminate: false,
  can_join: false,
  can_replay: true,
  unread_lines: 0,
  date_start: '2026/11/22 10:00:00 +0000',
  date_end: '2026/11/22 10:10:00 +0000',
  replay_proof,
});
const fields = {
  user: { type: 'string', label: 'User', read_only: true },
  replay_proof: { type: 'labeled_choice', label: 'Proof of the recording', read_only: true },
};
const meta = { actions: { GET: fields }, renders: [], parses: [] };

function answers(replay_proof: object | null) {
  updateSession({
    profile: {
      id: 'me',
      username: 'mia',
      perms: ['terminal.view_session', 'terminal.view_command'],
      is_superuser: false,
    } as unknown as Profile,
  });
  return serve({
    'GET terminal/sessions/7/': session(replay_proof),
    'GET terminal/sessions/': { count: 1, next: null, previous: null, results: [session(replay_proof)] },
    'GET terminal/commands/': { count: 0, next: null, previous: null, results: [] },
    'OPTIONS terminal/sessions/7/': meta,
    'OPTIONS terminal/sessions/': meta,
    'OPTIONS terminal/commands/': {
      actions: { GET: { input: { type: 'string', label: 'Input', read_only: true } } },
      renders: [],
      parses: [],
    },
  });
}

const detail = (language: Language) =>
  draw(
    <Routes>
      <Route path="/s/:id" element={<SessionDetail />} />
    </Routes>,
    { at: '/s/7', language },
  );

test.each(Object.entries(WORDS) as [Language, string][])(
  'the page of a session says so, above its commands as well, in %s',
  async (language, words) => {
    answers(NOT_CHAINED);
    const { user } = await detail(language);
    expect(await screen.findByText(words, { selector: '.p-status' })).toBeVisible();
    await user.click(screen.getAllByRole('tab')[1] as HTMLElement);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  },
);

test('nothing is said of a session whose recording is chained, or that has none', async () => {
  for (const proof of [CHAINED, null]) {
    answers(proof);
    const { unmount } = await detail('en');
    await screen.findAllByText(/Ada/);
    expect(screen.queryByText('Not chained')).toBeNull();
    unmount();
  }
});

test.each(Object.entries(WORDS) as [Language, string][])('the list of past sessions says so, in %s', async (language, words) => {
  answers(NOT_CHAINED);
  const { user } = await draw(<SessionList />, { language });
  await user.click((await screen.findAllByRole('tab'))[1] as HTMLElement);
  expect(await screen.findByText(words, { selector: '.p-status' })).toBeVisible();
});
