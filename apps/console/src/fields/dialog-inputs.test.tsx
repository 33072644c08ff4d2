import type { FieldInfo } from '@postern/contract/metadata';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { CronInput } from './CronInput.tsx';
import type { InputProps } from './field-props.ts';
import { IntervalInput } from './IntervalInput.tsx';
import { ManyInput } from './ManyInput.tsx';
import { attrRules } from './many-value.ts';
import { WeekTimeInput } from './WeekTimeInput.tsx';

const info: FieldInfo = { type: 'json', required: false, read_only: false, write_only: false, label: 'Field' };

async function keep(Input: ComponentType<InputProps>, props: Record<string, unknown> = {}, language: 'en' | 'ja' = 'en') {
  const onChange = vi.fn();
  const Kept = () => {
    const [value, setValue] = useState(props.value);
    return (
      <Input
        info={info}
        {...props}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  };
  return { onChange, ...(await draw(<Kept />, { language })) };
}

test('a schedule is put together part by part, says when it runs next, and is written on Confirm only', async () => {
  const { onChange, user } = await keep(CronInput, { value: '30 3 * * *' });
  await user.click(screen.getByRole('button', { name: 'Edit the schedule' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual(['Minute', 'Hour', 'Day', 'Month', 'Weekday']);
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(5);
  await user.click(within(dialog).getByRole('tab', { name: 'Weekday' }));
  const week = within(await within(dialog).findByRole('radiogroup', { name: 'Weekday' }));
  expect(week.queryByText('Every')).toBeNull();
  await user.click(week.getByText('Only these'));
  await user.click(await week.findByLabelText('Wed'));
  expect(within(dialog).getByLabelText('Weekday', { selector: 'input[type=text]' })).toHaveValue('1,3');
  expect(onChange).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(onChange).toHaveBeenLastCalledWith('30 3 * * 1,3');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a schedule that is never due says so and cannot be confirmed; Reset is every midnight', async () => {
  const { user } = await keep(CronInput, { value: '0 0 30 2 *' });
  await user.click(screen.getByRole('button', { name: 'Edit the schedule' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(within(dialog).getByText('No results: this is never due.')).toBeVisible());
  expect(within(dialog).getByRole('button', { name: 'Confirm' })).toHaveAccessibleDescription('Nothing would ever run at these times.');
  await user.click(within(dialog).getByRole('button', { name: 'Reset' }));
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(5);
  const cell = within(dialog).getByLabelText('Minute', { selector: 'input[type=text]' });
  await user.clear(cell);
  await user.type(cell, '9a9x');
  expect(cell).toHaveValue('99');
  await waitFor(() => expect(within(dialog).getByText('No results: this is never due.')).toBeVisible());
});

const runsIn = (part: HTMLElement) =>
  within(part)
    .queryAllByRole('listitem')
    .map((item) => item.textContent);
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A zone in which it is another hour than here, whatever the machine of the test says. */
const ELSEWHERE = ['Asia/Tokyo', 'America/Lima'].find((zone) => zone !== HERE) ?? '';

test('an interval shows its next runs below it, and none where a fixed time wins', async () => {
  const { user, unmount } = await keep(IntervalInput, { value: 24 });
  expect(runsIn(document.body)).toHaveLength(5);
  expect(screen.getByText(/^Counted from when it is saved/)).toBeVisible();
  expect(screen.queryByText(/server/)).toBeNull();
  await user.clear(screen.getByRole('spinbutton'));
  expect(runsIn(document.body)).toEqual([]);
  unmount();
  await keep(IntervalInput, { value: 24, crontab: '0 3 * * *' });
  expect(runsIn(document.body)).toEqual([]);
});

test.each([
  ['en', 'server: ', 'the server is in'],
  ['ja', 'サーバー：', 'サーバーは'],
] as const)('in %s runs are beside the clock of the server where it is another', async (language, beside, below) => {
  updateSession({ settings: { SERVER_TIME_ZONE: ELSEWHERE } });
  const { unmount } = await keep(IntervalInput, { value: 3 }, language);
  expect(runsIn(document.body).every((run) => run?.includes(beside))).toBe(true);
  expect(screen.getByText(new RegExp(below))).toHaveTextContent(ELSEWHERE);
  unmount();
  updateSession({ settings: { SERVER_TIME_ZONE: HERE } });
  await keep(IntervalInput, { value: 3 }, language);
  expect(runsIn(document.body).some((run) => run?.includes(beside))).toBe(false);
});

test('a schedule of the server is due by the clock of the server', async () => {
  updateSession({ settings: { SERVER_TIME_ZONE: ELSEWHERE } });
  const { user } = await keep(CronInput, { value: '30 3 * * *', byServer: true });
  await user.click(screen.getByRole('button', { name: 'Edit the schedule' }));
  const dialog = await screen.findByRole('dialog');
  for (const run of runsIn(dialog)) expect(run).toMatch(/server: .*3:30:00\sAM$/);
});

const at = (container: HTMLElement, row: number, slot: number) =>
  container.querySelector(`[data-row="${row}"][data-slot="${slot}"]`) as HTMLElement;

test('half hours are dragged over, and dragged over again they go', async () => {
  const { onChange, container } = await keep(WeekTimeInput);
  fireEvent.pointerDown(at(container, 0, 18), { button: 0 });
  fireEvent.pointerOver(at(container, 1, 19), { pointerType: 'mouse' });
  expect(at(container, 1, 18)).toHaveAttribute('aria-selected', 'true');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.pointerUp(window);
  expect(onChange.mock.lastCall?.[0].filter((day: { value: string }) => day.value !== '')).toEqual([
    { id: 1, value: '09:00~10:00' },
    { id: 2, value: '09:00~10:00' },
  ]);
  fireEvent.pointerDown(at(container, 0, 18), { button: 0 });
  fireEvent.pointerOver(at(container, 1, 19), { pointerType: 'mouse' });
  fireEvent.pointerUp(window);
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('half hours are walked with the arrow keys, toggled with space, and taken along with shift', async () => {
  const { onChange, user, container } = await keep(WeekTimeInput);
  at(container, 0, 18).focus();
  await user.keyboard('{ArrowDown}{ArrowRight} ');
  expect(document.activeElement).toBe(at(container, 1, 19));
  expect(document.activeElement).toHaveAccessibleName('Tue 09:30–10:00');
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(onChange.mock.lastCall?.[0][2]).toEqual({ id: 2, value: '09:30~10:30' });
  expect(container.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('the whole week and none of it', async () => {
  const { onChange, user } = await keep(WeekTimeInput, {}, 'ja');
  await user.click(screen.getByRole('button', { name: 'すべて選択' }));
  expect(onChange.mock.lastCall?.[0]).toHaveLength(7);
  expect(screen.getAllByText('終日')).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: 'クリア' }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('a disabled week does not change', async () => {
  const { onChange, container } = await keep(WeekTimeInput, { disabled: true });
  fireEvent.pointerDown(at(container, 0, 18), { button: 0 });
  fireEvent.pointerUp(window);
  fireEvent.keyDown(at(container, 0, 18), { key: ' ' });
  expect(onChange).not.toHaveBeenCalled();
});

const attributes = [
  { name: 'name', label: 'Name', type: 'str' },
  { name: 'is_active', label: 'Active', type: 'bool' },
];

test('people by their attributes: a condition is added, counted, edited in place and removed', async () => {
  const asked = serve({ 'GET users/users/': { count: 7, results: [{ id: '1', name: 'Ann' }] } });
  const { onChange, user } = await keep(ManyInput, { url: 'users/users/', attributes });
  await user.click(screen.getByLabelText('By attribute'));
  expect(onChange).toHaveBeenLastCalledWith({ type: 'attrs', attrs: [] });
  await user.click(screen.getByRole('button', { name: 'Add a condition' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  // It comes in from nothing.
  await waitFor(() => expect(dialog.getByText('This field is required.')).toBeVisible());
  await user.type(dialog.getByRole('textbox'), ' ann ');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  const value = { type: 'attrs' as const, attrs: [{ name: 'name', match: 'exact' as const, value: 'ann', rel: 'and' as const }] };
  expect(onChange).toHaveBeenLastCalledWith(value);
  expect(await screen.findByRole('button', { name: '7 match' })).toBeVisible();
  expect(asked.at(-1)?.query.get('attr_rules')).toBe(attrRules(value));
  await user.click(screen.getByRole('button', { name: '7 match' }));
  expect(await screen.findByText('Ann')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Remove the condition on Name' }));
  expect(onChange).toHaveBeenLastCalledWith({ type: 'attrs', attrs: [] });
});

test('no count is better than a wrong one when the server cannot tell', async () => {
  const asked = serve({ 'GET users/users/': { status: 400, body: { attr_rules: ['?'] } } });
  await keep(ManyInput, {
    url: 'users/users/',
    attributes,
    value: { type: 'attrs', attrs: [{ name: 'is_active', match: 'exact', value: true }] },
  });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.getByText('Yes')).toBeInTheDocument();
  expect(screen.queryByText(/match/i, { selector: 'button span' })).toBeNull();
});
