import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { SecretText } from './SecretText.tsx';

beforeAll(() => {
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
});

test('a secret is masked until the eye opens, and again when it closes', async () => {
  const { user } = await draw(<SecretText name="password" secret="sesame" />);
  expect(screen.getByText('******')).toBeInTheDocument();
  expect(screen.queryByText('sesame')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('sesame')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByText('sesame')).not.toBeInTheDocument();
});

test('it is downloaded under the name of its field, without being shown', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await draw(<SecretText name="ssh_key" secret="sesame" />);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('ssh_key.txt');
  expect(screen.queryByText('sesame')).not.toBeInTheDocument();
  click.mockRestore();
});

test('a copy is told on its button', async () => {
  const { user } = await draw(<SecretText name="password" secret="sesame" />);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith('sesame');
  write.mockRestore();
});

test('a copy is told for a second; the same text is not put on the clipboard again within 1.4 s', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await draw(<SecretText name="password" secret="open sesame" />);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: /Cop/ })));
  await press();
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(399));
  await press();
  expect(write).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  await press();
  expect(write).toHaveBeenCalledTimes(2);
});

test('without a value there is nothing to do', async () => {
  await draw(<SecretText name="password" secret="" onEdit={vi.fn()} />);
  expect(screen.getByText('No secret is stored')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a password is replaced in place: leaving the box reports it, Escape does not', async () => {
  const onEdit = vi.fn();
  const { user } = await draw(<SecretText name="password" secret="sesame" onEdit={onEdit} />);
  await user.click(screen.getByRole('button', { name: 'New password' }));
  await user.type(screen.getByLabelText('New password'), ' 2{Escape}');
  expect(onEdit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'New password' }));
  await user.type(screen.getByLabelText('New password'), ' 3');
  await user.tab();
  await user.tab();
  expect(onEdit).toHaveBeenCalledExactlyOnceWith('sesame 3');
});
