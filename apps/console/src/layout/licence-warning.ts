/** `GET xpack/license/detail` (docs/wire/licence.md#detail), and what of it people who may change the licence are warned of. Pure. */

export interface LicenceDetail {
  corporation: string | null;
  date_expired: string | null;
  asset_count: number | null;
  current_asset_count: number;
  /** Ours: a licence made for trying the product out. */
  test?: boolean;
}

export type LicenceWarning =
  | { kind: 'expired' }
  | { kind: 'expires'; date: Date }
  | { kind: 'test' }
  | { kind: 'assets'; current: number; limit: number };

/** Warned from here on. */
const SOON_MS = 7 * 86_400_000;

/** The first that applies (docs/behaviour/start-and-views.md#banners): expired, soon, a test licence, more assets than it allows. */
export function licenceWarning(detail: LicenceDetail, ends: Date | undefined, now: Date): LicenceWarning | undefined {
  if (ends) {
    const left = ends.getTime() - now.getTime();
    if (left <= 0) return { kind: 'expired' };
    if (left < SOON_MS) return { kind: 'expires', date: ends };
  }
  if (detail.test) return { kind: 'test' };
  if (detail.asset_count !== null && detail.current_asset_count > detail.asset_count)
    return { kind: 'assets', current: detail.current_asset_count, limit: detail.asset_count };
  return undefined;
}
