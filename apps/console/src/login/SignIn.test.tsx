import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { LoginForm } from './LoginForm.tsx';

/** What the browser was asked for, and how it answers; what the server was sent. */
let asked: { mediation?: string; signal?: AbortSignal }[];
let answer: (options: { mediation?: string; signal?: AbortSignal }) => Promise<unknown>;
let sent: [string, unknown][];
let signedIn: () => Response;
let starts: () => Response;

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const key = { toJSON: () => ({ id: 'key-1' }) };
/** Waits until it is stopped, as a browser does whose list nobody opens. */
const waits = ({ signal }: { signal?: AbortSignal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))));

function browserWithPasskeys(whileTyping: boolean): void {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: unknown) => options,
    isConditionalMediationAvailable: async () => whileTyping,
  });
  vi.stubGlobal('navigator', {
    ...navigator,
    credentials: {
      get: async (options: { mediation?: string; signal?: AbortSignal }) => {
        asked.push(options);
        return answer(options);
      },
    },
  });
}

beforeEach(() => {
  asked = [];
  sent = [];
  answer = async () => key;
  signedIn = () => json(200, {});
  starts = () => json(200, { challenge: 'abc' });
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
    const { pathname } = new URL(String(url), location.origin);
    sent.push([pathname, JSON.parse(String(init?.body))]);
    return pathname.endsWith('/start/') ? starts() : signedIn();
  });
});
afterEach(() => vi.unstubAllGlobals());

async function shown(passkeys = true) {
  const onAnswer = vi.fn();
  const { user } = await draw(<LoginForm onAnswer={onAnswer} forgot={undefined} has={{ passkeys, challenge: false, code: false }} />);
  return { onAnswer, user };
}
const button = () => screen.queryByRole('button', { name: 'Log in with a passkey' });

test('the button asks the device, and sends what it signed with what the box of the form says', async () => {
  browserWithPasskeys(false);
  const { onAnswer, user } = await shown();
  await user.click(screen.getByRole('checkbox'));
  await user.click(button() as HTMLElement);
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ state: 'done', next: undefined }));
  expect(asked.map(({ mediation }) => mediation)).toEqual([undefined]);
  expect(sent.at(-1)).toEqual(['/core/auth/login/passkey/', { credential: { id: 'key-1' }, auto_login: true }]);
});

test('the browser offers keys at the name, stops while the button asks, and begins again when that came to nothing', async () => {
  browserWithPasskeys(true);
  answer = (options) => (options.mediation === 'conditional' ? waits(options) : Promise.reject(new DOMException('no', 'NotAllowedError')));
  const { onAnswer, user } = await shown();
  expect(screen.getByLabelText('Username')).toHaveAttribute('autocomplete', 'username webauthn');
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(button() as HTMLElement);
  expect(await screen.findByRole('alert')).toHaveTextContent('The device gave no answer');
  await waitFor(() => expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', undefined, 'conditional']));
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(onAnswer).not.toHaveBeenCalled();
});

test('a key that was chosen at the name and is refused is told, and another may be chosen', async () => {
  browserWithPasskeys(true);
  const answers = [async () => key];
  answer = (options) => answers.shift()?.() ?? waits(options);
  signedIn = () => json(400, { error: 'passkey_failed', msg: 'Not here.' });
  const { onAnswer } = await shown();
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ state: 'refused', reason: 'credentials', message: 'Not here.' }));
  await waitFor(() => expect(asked).toHaveLength(2));
});

test('what the browser offers unasked is given up in silence where the server refuses it', async () => {
  browserWithPasskeys(true);
  starts = () => json(400, { error: 'passkey_failed', msg: 'Not at this address.' });
  const { onAnswer } = await shown();
  await waitFor(() => expect(sent).toHaveLength(1));
  await new Promise((done) => setImmediate(done));
  expect(onAnswer).not.toHaveBeenCalled();
});

test('is not there at an address of numbers, to which no key belongs', async () => {
  browserWithPasskeys(true);
  vi.stubGlobal('location', { ...location, hostname: '192.0.2.7', origin: location.origin, href: location.href });
  await shown();
  expect(button()).toBeNull();
});

test('is not there where the server takes none, or the browser has none', async () => {
  browserWithPasskeys(true);
  await shown(false);
  expect(button()).toBeNull();
  expect(screen.getByLabelText('Username')).toHaveAttribute('autocomplete', 'username');
  vi.stubGlobal('isSecureContext', false);
  await shown(true);
  expect(button()).toBeNull();
  expect(sent).toEqual([]);
});
