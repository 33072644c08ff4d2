import { CodedError } from '@postern/contract/errors';
import type { Request } from '@postern/resource';

/**
 * Clients start runs and tests with GET, for which browsers send no proof of origin. Browsers say themselves where a request
 * comes from (Fetch Metadata): one from another site, or one that opens a page, is refused.
 * @throws CodedError `csrf_failed`
 */
export function refuseOtherSites({ headers }: Request): void {
  const site = headers['sec-fetch-site'];
  const mode = headers['sec-fetch-mode'];
  if (site === 'cross-site' || site === 'same-site' || mode === 'navigate') throw new CodedError('csrf_failed');
}
