import type { FieldInfo } from '@postern/contract/metadata';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { ChoiceInput } from './choice/ChoiceInput.tsx';
import type { InputProps } from './field-props.ts';
import { IntegerInput } from './integer/IntegerInput.tsx';
import { JsonEditor } from './json/JsonEditor.tsx';
import { KeyFileInput } from './KeyFileInput.tsx';
import { NumberInput } from './number/NumberInput.tsx';
import { PasswordInput } from './PasswordInput.tsx';
import { ProtocolListInput } from './ProtocolListInput.tsx';
import { passwordProblems } from './password-policy.ts';
import { cleanMarkup } from './RichText.tsx';
import { SecretInput } from './SecretInput.tsx';
import { SwapInput } from './SwapInput.tsx';
import { IpGroupInput } from './special-words.tsx';
import { TagInput } from './TagInput.tsx';
import { TextInput } from './text/TextInput.tsx';

const infoOf = (rest: Partial<FieldInfo> = {}): FieldInfo => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'Field',
  ...rest,
});

/** Draws an input that keeps what it emits, as a form does; gives back every value it emitted. */
async function keep(Input: ComponentType<InputProps>, props: Record<string, unknown> = {}) {
  const onChange = vi.fn();
  const Kept = () => {
    const [value, setValue] = useState(props.value);
    return (
      <Input
        info={infoOf()}
        {...props}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  };
  return { onChange, ...(await draw(<Kept />)) };
}

test('text is trimmed on its way to the form, and can still hold blanks while it is typed', async () => {
  const { onChange, user } = await keep(TextInput, { info: infoOf({ max_length: 64 }) });
  const box = screen.getByRole('textbox');
  await user.type(box, '  two words ');
  expect(box).toHaveValue('  two words ');
  expect(onChange).toHaveBeenLastCalledWith('two words');
  await user.tab();
  expect(box).toHaveValue('two words');
});

test('a made-up password follows the policy, can be seen and copied', async () => {
  const policy = { upper: true, lower: true, digit: true, special: true, length: 20 };
  const { onChange, user } = await keep(PasswordInput, { policy });
  await user.click(screen.getByRole('button', { name: 'Make up a password' }));
  const made = String(onChange.mock.lastCall?.[0]);
  expect(passwordProblems(made, policy)).toEqual([]);
  expect(screen.getByDisplayValue(made)).toHaveAttribute('type', 'text');
  expect(screen.getByText('Strong')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy the password' }));
  expect(await navigator.clipboard.readText()).toBe(made);
});

test('rules of a password are ticked off while it is typed', async () => {
  const { user, container } = await keep(PasswordInput, { policy: { upper: true, lower: false, digit: true, special: false, length: 6 } });
  await user.type(container.querySelector('input') as HTMLElement, 'abcdef');
  const states = [...container.querySelectorAll('.s-input-policy li')].map((item) => `${item.className} ${item.textContent}`);
  expect(states).toEqual(['is-met At least 6 characters', 'is-open An upper-case letter', 'is-open A digit']);
  expect(screen.getByText('Weak')).toBeVisible();
});

test('a secret that exists is not shown until a new one is wanted', async () => {
  const { user, container } = await keep(SecretInput, { updating: true, value: undefined });
  expect(container.querySelector('input')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Set a new one' }));
  expect(container.querySelector('input')).toHaveValue('');
});

test('a key comes from a file; removing it clears the field', async () => {
  const { onChange, user, container } = await keep(KeyFileInput, { fingerprint: 'SHA256:abc' });
  expect(screen.getByText('SHA256:abc')).toBeVisible();
  // The picker is made anew for each file.
  const picker = () => container.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(picker(), new File(['KEY ONE'], 'one.pem'));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('KEY ONE'));
  await user.upload(picker(), new File(['KEY TWO'], 'two.pem'));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('KEY TWO'));
  expect(screen.queryByText('one.pem')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove two.pem' }));
  expect(onChange).toHaveBeenLastCalledWith('');
  await user.upload(picker(), new File(['x'.repeat(70_000)], 'large.pem'));
  expect(await screen.findByText(/larger than 64 kB/)).toBeVisible();
});

test('a JSON key file is parsed when the field wants the object', async () => {
  const { onChange, user, container } = await keep(KeyFileInput, { format: 'object' });
  // The picker is made anew for each file.
  const picker = () => container.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(picker(), new File(['{"project":"x"}'], 'key.json'));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ project: 'x' }));
  await user.upload(picker(), new File(['{'], 'key.json'));
  expect(await screen.findByText('The file is not valid JSON.')).toBeVisible();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('the JSON editor gives its value half a second after the last key, and complains a second and a half after it', async () => {
  const { onChange, user } = await keep(JsonEditor, { info: infoOf({ type: 'json' }) });
  const box = await screen.findByRole('textbox', { name: 'Field' });
  await user.click(box);
  await user.paste('{"a":');
  expect(onChange).not.toHaveBeenCalled();
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('{"a":'));
  expect(screen.queryByText('This is not valid JSON.')).toBeNull();
  expect(await screen.findByText('This is not valid JSON.')).toBeVisible();
  await user.paste(' 1}');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ a: 1 }));
  await user.click(screen.getByRole('button', { name: 'Format' }));
  await waitFor(() => expect(box.textContent).toContain('  "a": 1'));
});

test('the JSON editor gives its value after 500 ms and complains after 1500 ms, not before', async () => {
  const { onChange, user } = await keep(JsonEditor, { info: infoOf({ type: 'json' }) });
  await user.click(await screen.findByRole('textbox', { name: 'Field' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const box = screen.getByRole('textbox', { name: 'Field' });
  fireEvent.paste(box, { clipboardData: { getData: () => '{"a":', types: ['text/plain'], files: [], items: [] } });
  expect(box.textContent).toBe('{"a":');
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await pass(499);
  expect(onChange).not.toHaveBeenCalled();
  await pass(1);
  expect(onChange).toHaveBeenLastCalledWith('{"a":');
  await pass(999);
  expect(screen.queryByText('This is not valid JSON.')).toBeNull();
  await pass(1);
  expect(screen.getByText('This is not valid JSON.')).toBeVisible();
});

test('words are added by Enter and by leaving, doubles dropped, a click edits one', async () => {
  const { onChange, user } = await keep(TagInput, { info: infoOf({ type: 'list' }), value: ['one'] });
  const box = screen.getByRole('combobox');
  await user.type(box, ' two {Enter}');
  expect(onChange).toHaveBeenLastCalledWith(['one', 'two']);
  await user.type(box, 'one{Enter}');
  expect(screen.getAllByTitle('Edit one')).toHaveLength(1);
  await user.type(box, 'three');
  await user.tab();
  expect(onChange.mock.lastCall?.[0]).toContain('three');
  await user.click(screen.getByTitle('Edit two'));
  expect(onChange.mock.lastCall?.[0]).not.toContain('two');
  expect(box).toHaveValue('two');
});

test('addresses that are none are marked', async () => {
  const { container } = await keep(IpGroupInput, { info: infoOf({ type: 'list' }), value: ['*', '10.0.0.0/8', '10.0.0.9-10.0.0.1'] });
  const wrong = [...container.querySelectorAll('.s-input-tag')].filter((tag) => tag.classList.contains('is-wrong'));
  expect(wrong.map((tag) => tag.textContent)).toEqual(['10.0.0.9-10.0.0.1']);
});

test('exactly one protocol is primary, and the last cannot go', async () => {
  const offered = [
    { name: 'ssh', port: 22 },
    { name: 'telnet', port: 23 },
  ];
  const { onChange, user } = await keep(ProtocolListInput, { offered, value: [{ name: 'ssh', port: 22, primary: true }] });
  expect(screen.getByRole('button', { name: 'Remove ssh' })).toHaveAccessibleDescription('One has to stay.');
  await user.click(screen.getByRole('button', { name: 'Add a protocol' }));
  expect(onChange).toHaveBeenLastCalledWith([
    { name: 'ssh', port: 22, primary: true },
    { name: 'telnet', port: 23, primary: false },
  ]);
  await user.click(screen.getAllByRole('radio')[1] as HTMLElement);
  expect(onChange.mock.lastCall?.[0].map((row: { primary: boolean }) => row.primary)).toEqual([false, true]);
  await user.click(screen.getByRole('button', { name: 'Remove telnet' }));
  expect(onChange).toHaveBeenLastCalledWith([{ name: 'ssh', port: 22, primary: true }]);
});

test('a value turns into its input and back; giving up keeps it', async () => {
  const { onChange, user } = await keep(SwapInput, { info: infoOf({ max_length: 64, label: 'Owner' }), value: 'ann' });
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change Owner' }));
  await user.type(await screen.findByRole('textbox'), 'a');
  expect(onChange).toHaveBeenLastCalledWith('anna');
  await user.click(screen.getByRole('button', { name: 'Leave as it is' }));
  expect(onChange).toHaveBeenLastCalledWith('ann');
});

test('markup of others keeps its words and loses what could act', () => {
  const clean = cleanMarkup(
    '<p onclick="x()">Use <b>this</b> <a href="https://a.b">page</a><script>alert(1)</script><a href="javascript:x()">bad</a><img src=x onerror=x()><iframe src="//a"></iframe></p>',
  );
  expect(clean).toContain('<b>this</b>');
  expect(clean).toContain('rel="noreferrer noopener"');
  expect(clean).not.toMatch(/script|onclick|onerror|img|iframe|alert/);
});

test.each([
  ['integer', 3],
  ['float', 2.7],
] as const)('of a number of type %s as much is kept as the type holds: %d', async (type, kept) => {
  const { onChange, user } = await keep(type === 'integer' ? IntegerInput : NumberInput, { info: infoOf({ type }) });
  await user.type(screen.getByRole('spinbutton'), '2.7');
  await user.tab();
  expect(onChange).toHaveBeenLastCalledWith(kept);
});

test('a choice can be emptied only where nothing is a value', async () => {
  const choices = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, label: value.toUpperCase() }));
  const clear = () => document.querySelector('.ant-select-clear');
  for (const [rest, clears] of [
    [{}, true],
    [{ required: true }, false],
    [{ default: 'a' }, false],
    [{ default: { value: 'a', label: 'A' } }, false],
    [{ default: '' }, true],
  ] as const) {
    const { unmount } = await draw(<ChoiceInput info={infoOf({ choices, ...rest })} value="b" onChange={() => undefined} />);
    expect(screen.getByText('B')).toBeTruthy();
    expect(clear() !== null, JSON.stringify(rest)).toBe(clears);
    unmount();
  }
});
