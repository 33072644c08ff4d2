import { ApiError } from '@postern/client/http';
import type { Translate } from './language.tsx';
import { shellWords } from './words.ts';

/** One line for a person about a call that failed: the server's words, else ours. */
export function failureText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t(shellWords.failed);
  if (error.detail) return error.detail;
  if (error.status === 0) return t(shellWords.noAnswer);
  return t(error.status === 403 ? shellWords.forbidden : shellWords.failed);
}
