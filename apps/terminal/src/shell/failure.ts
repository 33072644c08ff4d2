import { ApiError } from '@postern/client/http';
import type { Say } from './language.tsx';
import { shellWords } from './words.ts';

/** One line for a person about a call that failed: the server's words, else ours. */
export function failureText(error: unknown, say: Say): string {
  if (!(error instanceof ApiError)) return say(shellWords.failed);
  if (error.detail) return error.detail;
  if (error.status === 0) return say(shellWords.noAnswer);
  return say(error.status === 403 ? shellWords.forbidden : shellWords.failed);
}
