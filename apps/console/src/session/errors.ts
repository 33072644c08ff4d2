import { ApiError } from '@postern/client/http';
import { toast } from '@postern/ui';
import i18next from 'i18next';

/**
 * The sentence for a failed request (docs/behaviour/confirmations.md#errors): the server's own text where it is the better one, else ours
 * by status.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('shell:error.unexpected');
  if (error.status === 0) return i18next.t(error.code === 'timeout' ? 'shell:error.timeout' : 'shell:error.network');
  if (error.status === 409) return error.detail || i18next.t('shell:error.conflict');
  if (error.detail) return error.detail;
  if (error.status === 400) return i18next.t('shell:error.badRequest');
  if (error.status === 403) return i18next.t('shell:error.forbidden');
  if (error.status === 404) return i18next.t('shell:error.gone');
  return i18next.t('shell:error.server');
}

/** A request that was given up by whoever made it, or by the person. */
export const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * Shows a failed request as the one toast, with the request number to copy where somebody else has to look into it: everywhere but
 * for what the person typed. A 401 has its own dialog.
 */
export function showError(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) return;
  if (isGivenUp(error)) return;
  toast.error(errorMessage(error), error instanceof ApiError && error.status !== 400 && error.requestId ? error.requestId : undefined);
}
