import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { SendError } from './sender.ts';

const MAX = 300;

/** What went wrong, for administrators: words of ours and codes of the system. Tokens, bodies and paths are in none of them. */
export function reasonOf(error: unknown): string {
  if (error instanceof SendError) return error.message;
  if (error instanceof OutboundError) return `${error.why} ${error.detail}`.trim();
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ?? message ?? 'failed').slice(0, MAX);
}
