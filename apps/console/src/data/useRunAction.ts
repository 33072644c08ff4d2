import { toast, useConfirm } from '@postern/ui';
import { createElement, Fragment, type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isGivenUp, showError } from '../session/errors.ts';

export interface Question {
  title: string;
  text?: string | undefined;
  /** On the button, with its object. */
  verb: string;
  danger?: boolean | undefined;
  /** Asks why, too: what becomes of the answer. It may stay empty. */
  reason?: string | undefined;
}

/** The text of a question, and where it asks why, the line for it. Few do, and what people type into is large: it comes with the first of them. */
async function bodyOf({ text, reason }: Question, onReason: (reason: string) => void): Promise<ReactNode> {
  if (reason === undefined) return text;
  const { ReasonLine } = await import('./ReasonLine.tsx');
  return createElement(Fragment, null, text, createElement(ReasonLine, { hint: reason, onReason }));
}

/** Runs something a person asked for, with the reason where it was asked for: confirms when asked to, says how it went, and answers whether it was done. */
export function useRunAction() {
  const { t } = useTranslation('screens');
  const confirm = useConfirm();
  return useCallback(
    async (
      run: (reason: string) => unknown,
      options: { question?: Question | undefined; done?: string | undefined } = {},
    ): Promise<boolean> => {
      let givenUp = false;
      let reason = '';
      const attempt = async () => {
        try {
          await run(reason);
        } catch (error) {
          // The person said no to a question on the way: there is nothing to say, and nothing to try again.
          givenUp = isGivenUp(error);
          if (givenUp) return;
          showError(error);
          throw error;
        }
      };
      const { question, done } = options;
      try {
        if (question) {
          const text = await bodyOf(question, (given) => {
            reason = given;
          }).catch((error: unknown) => {
            showError(error);
            throw error;
          });
          const agreed = await confirm({
            title: question.title,
            text,
            action: question.verb,
            cancel: t('action.cancel'),
            danger: question.danger ?? false,
            run: attempt,
          });
          if (!agreed) return false;
        } else await attempt();
      } catch {
        return false;
      }
      if (givenUp) return false;
      if (done) toast.success(done);
      return true;
    },
    [confirm, t],
  );
}
