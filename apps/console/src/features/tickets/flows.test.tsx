import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { type Answer, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata } from '../../test/metadata.ts';
import { FlowForm } from './Flows.tsx';
import { OrganisationInput } from './RequestForm.tsx';

/** Who decides what is asked for: how it is set, and how whoever asks sees it (docs/behaviour/tickets.md#flows). */

const profile = {
  ...{ id: 'ann-id', name: 'Ann', username: 'ann', perms: ['tickets.change_ticketflow'] },
  workbench_orgs: [
    { id: 'o1', name: 'Harbour' },
    { id: 'o2', name: 'Yard' },
  ],
};
beforeEach(() => updateSession({ profile: profile as unknown as Profile, settings: {}, org: { id: 'o1', name: 'Harbour' } as never }));

const FLOW = 'tickets/flows/f1/';
const flow = (...rules: object[]) => ({
  id: 'f1',
  type: { value: 'apply_asset', label: 'Access request' },
  approval_level: { value: rules.length, label: String(rules.length) },
  rules,
});
const level = (strategy: string, ...people: string[]) => ({
  strategy: { value: strategy, label: strategy },
  assignees_read_only: people,
  assignees_display: [],
});

async function form(given: object, answer: Answer = given) {
  const asked = serve({
    [`OPTIONS ${FLOW}`]: metadata({
      type: field('labeled_choice', 'Type', { choices: [{ value: 'apply_asset', label: 'Access request' }] }),
      approval_level: field('labeled_choice', 'Levels', {
        choices: [
          { value: 1, label: 'One level' },
          { value: 2, label: 'Two levels' },
        ],
      }),
      rules: field('list', 'Who decides'),
    }),
    [`GET ${FLOW}`]: given,
    [`PUT ${FLOW}`]: answer,
    'GET users/users/': [
      { id: 'b', name: 'Bob', username: 'bob' },
      { id: 'c', name: 'Cleo', username: 'cleo' },
    ],
  });
  const view = await draw(
    <Routes>
      <Route path="/tickets/flow/:id/update" element={<FlowForm />} />
      <Route path="/tickets/flow" element="the list" />
    </Routes>,
    { at: '/tickets/flow/f1/update' },
  );
  await screen.findByRole('group', { name: 'Level 1' });
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body as Record<string, unknown>);
  return { ...view, sent, asked };
}
const levels = () => screen.getAllByRole('group', { name: /^Level \d$/ });
const chosen = (at: number) => within(levels()[at] as HTMLElement).getByRole('radio', { checked: true });

test('by keys alone a second level is added, and is decided by a person by name', async () => {
  const { user, sent, asked } = await form(flow(level('org_admin')));
  expect(chosen(0)).toHaveAccessibleName('Administrators of the organisation');
  expect(levels()).toHaveLength(1);
  (await screen.findByRole('radio', { name: 'One level' })).focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(levels()).toHaveLength(2));
  // What a new level begins with, and on from there.
  expect(chosen(1)).toHaveAccessibleName('System administrators');
  chosen(1).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  const people = await screen.findByRole('combobox', { name: 'People who decide level 2' });
  await user.type(people, 'cle');
  // What is looked for comes a moment after it is typed, and puts the list anew: a line of the one before would be pressed in vain.
  await waitFor(() => expect(asked.some(({ query }) => query.get('search') === 'cle')).toBe(true));
  await user.click(await screen.findByTitle('Cleo(cleo)'));
  expect(await within(levels()[1] as HTMLElement).findByText('Cleo(cleo)')).toBeVisible();
  await user.keyboard('{Escape}');
  const save = screen.getByRole('button', { name: 'Save' });
  while (document.activeElement !== save) await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('the list')).toBeVisible();
  expect(sent()).toEqual([
    {
      ...{ type: 'apply_asset', approval_level: 2 },
      rules: [
        { strategy: 'org_admin', assignees: [] },
        { strategy: 'custom_user', assignees: ['c'] },
      ],
    },
  ]);
});

test('one level less takes its people along; those of the level that stays are as they were', async () => {
  const { user, sent } = await form(flow(level('custom_user', 'b'), level('custom_user', 'c')));
  await user.click(screen.getByRole('radio', { name: 'One level' }));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'People who decide level 2' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('the list')).toBeVisible();
  expect(sent()).toEqual([expect.objectContaining({ approval_level: 1, rules: [{ strategy: 'custom_user', assignees: ['b'] }] })]);
});

test('a role takes the place of people, who are not sent behind it', async () => {
  const { user, sent } = await form(flow(level('custom_user', 'b')));
  await user.click(screen.getByRole('radio', { name: 'Both' }));
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.rules).toEqual([{ strategy: 'super_org_admin', assignees: [] }]);
});

test('a level of nobody is not saved, and the form says which', async () => {
  const { user, sent } = await form(flow(level('org_admin'), level('custom_user')));
  await user.click(screen.getByRole('radio', { name: 'One level' }));
  await user.click(screen.getByRole('radio', { name: 'Two levels' }));
  await user.click(within(levels()[1] as HTMLElement).getByRole('radio', { name: 'People by name' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Choose who decides level 2.')).toBeVisible();
  expect(sent()).toEqual([]);
});

test('what the server refuses stands in the form, which keeps what was chosen', async () => {
  const { user } = await form(flow(level('custom_user', 'b')), { status: 400, body: { rules: ['Bob is not there any more.'] } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Bob is not there any more.')).toBeVisible();
  expect(chosen(0)).toHaveAccessibleName('People by name');
  expect(screen.queryByText('the list')).toBeNull();
});

/** The organisation in which somebody asks, with what the server says of who decides there. */
async function preview(deciders: Answer | ((org: string | null) => Answer), language: 'en' | 'zh' | 'ja' = 'en') {
  const asked = serve({
    'GET tickets/apply-asset-tickets/deciders/': ({ query }) => (typeof deciders === 'function' ? deciders(query.get('org_id')) : deciders),
  });
  const info = field('string', 'Organisation') as never;
  const input = (value: string) => <OrganisationInput info={info} value={value} onChange={() => undefined} />;
  const view = await draw(input('o1'), { language });
  return { ...view, asked };
}
const at = (number: number, ...people: string[]) => ({ level: number, people });

test('who would decide is named, four of them at most', async () => {
  await preview([at(1, 'Rob(rob)'), at(2, ...'abcdef')]);
  expect(await screen.findByText('Level 1 is decided by Rob(rob).')).toBeVisible();
  expect(screen.getByText('Level 2 is decided by one of a, b, c, d.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['en', 'Nobody can decide at level 2 now: a request would be refused. Ask an administrator to change the flow.'],
  ['zh', /^第 2 级目前无人可审批/],
  ['ja', /^2 段階目を承認できる人がいない/],
] as const)('in %s a level that nobody decides is an alarm before anything is sent', async (language, words) => {
  await preview([at(1, 'Rob(rob)'), at(2)], language);
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.getAllByText(/Rob\(rob\)/)).toHaveLength(1);
});

test('where nobody may know who decides, nothing is said of it', async () => {
  const { asked } = await preview({ status: 403, body: { detail: 'No.' } });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText(/Level/)).toBeNull();
});
