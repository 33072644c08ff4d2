import type { AccessEffect, AccessExplanation } from '@postern/contract/access';
import { ACCESS_REMEDIES, ACCESS_STEPS } from '@postern/contract/access';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import * as en from '../../locale/en/index.ts';
import * as ja from '../../locale/ja/index.ts';
import * as zh from '../../locale/zh/index.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { EffectDialog, type EffectSituation } from './EffectDialog.tsx';
import { ExplainAccess } from './ExplainAccess.tsx';

const ADA = { id: '7b2d5b10-0000-4000-8000-000000000001', name: 'Ada', username: 'ada' };
const WEB = { id: '7b2d5b10-0000-4000-8000-000000000002', name: 'web-1', address: '10.0.0.1' };

const refused: AccessExplanation = {
  verdict: 'refused',
  user: ADA,
  asset: WEB,
  account: null,
  address: '127.0.0.1',
  accounts: [{ alias: '@INPUT', name: 'Manual input', username: '@INPUT', actions: ['connect'], outcome: 'fail' }],
  steps: [
    { code: 'user_valid', outcome: 'pass', params: {}, rule: null },
    { code: 'login_reject', outcome: 'fail', params: {}, rule: { type: 'loginacl', id: null, name: null } },
    { code: 'asset_login_reject', outcome: 'fail', params: {}, rule: { type: 'loginassetacl', id: 'r1', name: 'Nights' } },
    {
      code: 'command_filter',
      outcome: 'note',
      params: { action: 'warning' },
      rule: { type: 'commandfilteracl', id: 'f1', name: 'Danger' },
    },
  ],
  missing: [
    {
      code: 'add_to_group',
      params: {},
      target: { type: 'usergroup', id: 'g1', name: 'Night shift' },
      rule: { type: 'assetpermission', id: 'p1', name: 'Web' },
    },
    { code: 'add_account', params: { account: '@USER' }, target: { type: 'assetpermission', id: 'p1', name: 'Web' }, rule: null },
    { code: 'create_account', params: { account: '' }, target: { type: 'asset', id: WEB.id, name: WEB.name }, rule: null },
  ],
};

test('every code has its words in every language', () => {
  for (const { access } of [en, zh, ja]) {
    expect(Object.keys(access.step).sort()).toEqual([...ACCESS_STEPS].sort());
    expect(Object.keys(access.remedy).sort()).toEqual([...ACCESS_REMEDIES, 'create_account_any'].sort());
  }
});

describe('the page', () => {
  let asked: ReturnType<typeof serve>;
  beforeEach(() => {
    asked = serve({
      'POST perms/access/explain/': refused,
      'POST resources/cache/': { spm: 'x' },
      'GET users/users/': { count: 1, results: [ADA] },
      'GET assets/assets/': { count: 1, results: [WEB] },
    });
  });
  const explains = () => asked.filter((one) => one.path === 'perms/access/explain/');

  test('asks for a person and an asset before it asks the server', async () => {
    await draw(<ExplainAccess />, { at: `/?user=${ADA.id}` });
    await screen.findByText('Choose a person and an asset');
    expect(explains()).toEqual([]);
  });

  test('shows the answer of the question in the address bar: each step with its rule, and what would help', async () => {
    await draw(<ExplainAccess />, { at: `/?user=${ADA.id}&asset=${WEB.id}&action=upload` });
    expect((await screen.findByRole('status')).textContent).toBe('Ada does not reach web-1');
    expect(explains().map((one) => one.body)).toEqual([{ user: ADA.id, asset: WEB.id, action: 'upload' }]);
    const steps = within(screen.getByRole('heading', { name: 'How it is decided' }).closest('section') as HTMLElement);
    expect(steps.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'The user is active and valid',
      'A login rule refuses thema rule you may not see',
      'An asset login rule refuses the connectionNights',
      'In the session, a command filter applies: warnDanger',
    ]);
    expect(steps.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
      'Fine',
      'Stands against it',
      'Stands against it',
      'For information',
    ]);
    expect(steps.getByRole('link', { name: 'Nights' }).getAttribute('href')).toBe('/console/perms/login-asset-acls/r1');
    const help = within(screen.getByRole('heading', { name: 'What would let them in' }).closest('section') as HTMLElement);
    expect(help.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Add the person to the groupNight shift · by Web',
      'Add the account Same as the user to the permissionWeb',
      'Make an account on the assetweb-1',
    ]);
  });

  test('asks again when the question changes, and keeps it in the address bar', async () => {
    const { user, router } = await draw(<ExplainAccess />, { at: `/?user=${ADA.id}&asset=${WEB.id}` });
    await screen.findByRole('status');
    await user.type(screen.getByLabelText('From address'), '10.1.2.3');
    await waitFor(() => expect(explains().at(-1)?.body).toEqual({ user: ADA.id, asset: WEB.id, address: '10.1.2.3' }));
    expect(router.state.location.search).toContain('address=10.1.2.3');
  });
});

describe('the effect of a rule', () => {
  const standing = { reason: null, accounts: [], methods: [], filters: [] };
  const unasked = () => Promise.reject(new Error('nothing was changed'));
  const effect: AccessEffect = {
    gains: 1,
    loses: 0,
    changes: 1,
    complete: false,
    page: 1,
    pages: 6000,
    people: { looked: 20, total: 300 },
    assets: { looked: 10, total: 4000 },
    rows: [
      {
        change: 'gains',
        user: ADA,
        asset: WEB,
        before: { ...standing, verdict: 'refused', reason: 'permission_none' },
        after: {
          ...standing,
          verdict: 'allowed',
          accounts: [{ alias: 'root', name: 'root', username: 'root', actions: ['connect', 'upload'], outcome: 'pass' }],
          filters: ['Danger'],
        },
      },
      {
        change: 'changes',
        user: ADA,
        asset: null,
        before: { ...standing, verdict: 'allowed' },
        after: { ...standing, verdict: 'allowed', methods: ['web_cli'] },
      },
    ],
  };

  test('is told person by person, and what was not looked at is said', async () => {
    await draw(<EffectDialog title="Effect" effect={effect} ask={unasked} onClose={() => undefined} />);
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Looked at 20 of 300 people and 10 of 4000 assets.');
    const rows = within(dialog.getByRole('list', { name: 'Effect' }));
    expect(rows.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'GainsAda(ada) on web-1Before: Does not reach it · No permission in force links this person and this assetAfter: Reaches it · root (connect, upload) · commands filtered by Danger',
      'ChangesAda(ada)Before: Reaches itAfter: Reaches it · without Web CLI',
    ]);
  });

  test('is told when there is none', async () => {
    await draw(
      <EffectDialog
        title="Effect"
        effect={{ ...effect, gains: 0, changes: 0, complete: true, pages: 1, rows: [] }}
        ask={unasked}
        onClose={() => undefined}
      />,
    );
    await screen.findByText('Nobody gains or loses anything');
  });

  test('is asked for the next page, and from the first one on when the address is another', async () => {
    const situations: EffectSituation[] = [];
    const ask = async (situation: EffectSituation): Promise<AccessEffect> => {
      situations.push(situation);
      return { ...effect, page: situation.page ?? 1, gains: 0, changes: 0, rows: [] };
    };
    const { user } = await draw(<EffectDialog title="Effect" effect={effect} ask={ask} onClose={() => undefined} />);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByTitle('Next Page'));
    await dialog.findByText('Nobody of these gains or loses anything; the other pages may');
    expect(situations).toEqual([{ page: 2 }]);
    await user.type(dialog.getByLabelText('From address'), '10.1.2.3');
    await waitFor(() => expect(situations.at(-1)).toEqual({ address: '10.1.2.3' }));
  });
});
