import { ApiError } from '@postern/client/http';
import { useState } from 'react';
import { type Question, useRunAction } from '../../data/useRunAction.ts';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { type ConfirmType, IdentityDialog } from './IdentityDialog.tsx';

const TYPES: readonly string[] = ['mfa', 'password', 'relogin'];

/** What kind of check a refusal asks for (docs/wire/authentication.md#asking-again); undefined when it is about something else. */
export const confirmTypeOf = (error: unknown): ConfirmType | undefined =>
  error instanceof ApiError && (error.status === 400 || error.status === 412) && TYPES.includes(error.code)
    ? (error.code as ConfirmType)
    : undefined;

/**
 * Runs a protected action. When the server wants the person to prove who they are, the dialog asks for it and the action
 * runs again; closing the dialog gives up. Render `dialog` somewhere.
 */
export function useIdentityCheck() {
  const runAction = useRunAction();
  const [asked, setAsked] = useState<{ type: ConfirmType; settle: (passed: boolean) => void }>();
  const ask = (type: ConfirmType) =>
    new Promise<boolean>((resolve) =>
      setAsked({
        type,
        settle: (passed) => {
          setAsked(undefined);
          resolve(passed);
        },
      }),
    );
  const guarded = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      const type = confirmTypeOf(error);
      if (!type) throw error;
      // A recent third-party login is accepted without anything typed.
      const silent =
        type === 'relogin' &&
        (await client.confirm.prove({ confirm_type: 'relogin', secret_key: '' }).then(
          () => true,
          () => false,
        ));
      if (!silent && !(await ask(type))) return undefined;
      return await action();
    }
  };
  const shown = <T,>(action: () => Promise<T>) =>
    guarded(action).catch((error: unknown) => {
      showError(error);
      return undefined;
    });
  return {
    guarded: shown,
    /** The same for what says itself how it went: everything else that is refused is thrown, and closing the dialog as given up. */
    async proved<T>(action: () => Promise<T>): Promise<T> {
      const done = await guarded(async () => ({ answer: await action() }));
      if (!done) throw new DOMException('The dialog was closed', 'AbortError');
      return done.answer;
    },
    /** The same once a question was answered with yes. Says whether it was done. */
    async guardedAfter(question: Question, action: () => Promise<unknown>): Promise<boolean> {
      if (!(await runAction(() => undefined, { question }))) return false;
      return (await shown(() => action().then(() => true))) === true;
    },
    dialog: asked ? (
      <IdentityDialog
        type={asked.type}
        onPass={() => asked.settle(true)}
        onCancel={() => asked.settle(false)}
        onFailed={(error) => {
          asked.settle(false);
          showError(error);
        }}
      />
    ) : null,
  };
}
