import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { http } from '../../session/http.ts';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { useIdentityCheck } from './useIdentityCheck.tsx';

const OK = { status: 200, body: 'ok' };
const refusal = (code: string) => ({ status: 400, body: { code, detail: 'Confirm first.' } });
const way = (name: string, disabled = false) => ({ name, disabled, display_name: `way ${name}`, placeholder: `type ${name}` });

/** The protected address: refuses with this code until a confirmation was accepted. */
function server(code: string, content: unknown, prove: (asked: Asked) => { status: number; body: unknown } = () => OK) {
  let confirmed = false;
  return serve({
    'GET secret/': () => (confirmed ? { secret: 'sesame' } : refusal(code)),
    'GET authentication/confirm/': { confirm_type: code, content },
    'POST authentication/confirm/': (asked) => {
      const answer = prove(asked);
      confirmed ||= answer.status === 200;
      return answer;
    },
    'POST authentication/mfa/select/': ({ body }: Asked) =>
      (body as { type: string }).type === 'email' ? { type: 'email', target: 'a•••@example.org', seconds: 90 } : { type: 'sms' },
  });
}

function Look({ onDone }: { onDone: (secret: unknown) => void }) {
  const { guarded, dialog } = useIdentityCheck();
  return (
    <>
      <button type="button" onClick={() => void guarded(() => http.get('secret/')).then(onDone)}>
        Look
      </button>
      {dialog}
    </>
  );
}
async function look() {
  const onDone = vi.fn();
  const view = await draw(<Look onDone={onDone} />);
  await view.user.click(screen.getByRole('button', { name: 'Look' }));
  return { ...view, onDone };
}
const paths = (asked: readonly Asked[]) => asked.map(({ method, path }) => `${method} ${path}`);

test('what needs no confirmation is done without a dialog', async () => {
  serve({ 'GET secret/': { secret: 'sesame' } });
  const { onDone } = await look();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ secret: 'sesame' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('another refusal is told and asks nothing', async () => {
  const asked = serve({ 'GET secret/': { status: 400, body: { code: 'error', detail: 'No.' } } });
  const { onDone } = await look();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(undefined));
  expect(paths(asked)).toEqual(['GET secret/']);
});

test('the first way that is open is chosen; a code of six is sent, and the action runs again', async () => {
  const asked = server('mfa', [way('passkey', true), way('otp'), way('sms', true)]);
  const { user, onDone } = await look();
  const box = await screen.findByLabelText('Code');
  expect(box).toHaveAttribute('placeholder', 'type otp');
  await user.type(box, '12345');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The code has six digits.')).toBeInTheDocument();
  expect(paths(asked)).not.toContain('POST authentication/confirm/');
  await user.type(box, '6{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ secret: 'sesame' }));
  const sent = asked.find((one) => one.path === 'authentication/confirm/' && one.method === 'POST');
  expect(sent?.body).toEqual({ confirm_type: 'mfa', mfa_type: 'otp', secret_key: '123456' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a wrong answer leaves the dialog open, says so, and empties the box', async () => {
  server('password', '', () => ({ status: 400, body: { error: 'This is not right.' } }));
  const { user, onDone } = await look();
  const box = await screen.findByLabelText('Password');
  await user.type(box, 'wrong{Enter}');
  expect(await screen.findByText('This is not right.')).toBeInTheDocument();
  expect(box).toHaveValue('');
  expect(onDone).not.toHaveBeenCalled();
});

test('a password goes without a way', async () => {
  const asked = server('password', '');
  const { user, onDone } = await look();
  expect(screen.queryByLabelText('Method')).not.toBeInTheDocument();
  await user.type(await screen.findByLabelText('Password'), 'right one{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ secret: 'sesame' }));
  expect(asked.find((one) => one.method === 'POST')?.body).toEqual({ confirm_type: 'password', secret_key: 'right one' });
});

test('closing gives up', async () => {
  const asked = server('password', '');
  const { user, onDone } = await look();
  await screen.findByLabelText('Password');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(undefined));
  expect(paths(asked)).not.toContain('POST authentication/confirm/');
});

test('without ways to confirm nothing is drawn, and the action is given up', async () => {
  serve({ 'GET secret/': refusal('mfa'), 'GET authentication/confirm/': { status: 404, body: { error: 'No way.' } } });
  const { onDone } = await look();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(undefined));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a recent login is enough where a login is asked for; an old one leads to the login and back', async () => {
  const asked = server('relogin', '');
  const first = await look();
  await waitFor(() => expect(first.onDone).toHaveBeenCalledWith({ secret: 'sesame' }));
  expect(asked.find((one) => one.method === 'POST')?.body).toEqual({ confirm_type: 'relogin', secret_key: '' });
  first.unmount();
  server('relogin', '', () => ({ status: 400, body: { error: 'Too old.' } }));
  await look();
  const again = await screen.findByRole('link', { name: 'Log in again' });
  expect(again).toHaveAttribute('href', expect.stringMatching(/^\/core\/auth\/logout\/\?next=%2F/));
});

test('a code by text message can be asked for once a minute', async () => {
  const asked = server('mfa', [way('sms')]);
  await look();
  const send = await screen.findByRole('button', { name: 'Send code' });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(send);
  for (let left = 60; left > 0; left -= 1) {
    await act(() => vi.advanceTimersByTimeAsync(left === 60 ? 0 : 1000));
    expect(screen.getByRole('button', { name: `Sent, again in ${left} s` })).toBeDisabled();
  }
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled();
  expect(asked.filter((one) => one.path === 'authentication/mfa/select/').map(({ body }) => body)).toEqual([{ type: 'sms' }]);
});

test('a code by mail is asked for by its kind; where it went is said, until another way is chosen', async () => {
  const asked = server('mfa', [way('email'), way('otp')]);
  const { user } = await look();
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('Sent to a•••@example.org')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sent, again in 90 s' })).toBeDisabled();
  expect(asked.filter((one) => one.path === 'authentication/mfa/select/').map(({ body }) => body)).toEqual([{ type: 'email' }]);
  await user.click(screen.getByLabelText('Method'));
  await user.click(await screen.findByText('way otp'));
  expect(screen.queryByText('Sent to a•••@example.org')).not.toBeInTheDocument();
});

test('the question takes 36 percent of the window', async () => {
  server('password', '');
  await look();
  expect((await screen.findByRole('dialog')).closest('.ant-modal')).toHaveStyle({ width: '36%' });
});

test('a passkey is offered only where the browser has them', async () => {
  server('mfa', [way('otp'), way('passkey')]);
  const { user } = await look();
  await user.click(await screen.findByLabelText('Method'));
  const list = document.querySelector('.ant-select-dropdown') as HTMLElement;
  const option = within(list).getByText('way passkey').closest('.ant-select-item-option');
  expect(option).toHaveClass('ant-select-item-option-disabled');
});
