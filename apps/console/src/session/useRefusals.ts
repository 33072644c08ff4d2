import type { Why } from '@postern/ui';
import type { ParseKeys } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth, useOrg } from './auth.tsx';
import { holds } from './permissions.ts';

export interface Refusals {
  /** A right is missing; `a|b` is either. */
  without: (needed: string | readonly string[]) => Why;
  /** All organisations are shown at once, where nothing is changed (docs/behaviour/start-and-views.md#the-root-organisation). */
  inRoot: Why;
  unless: Unless;
}

/** Something else has to be so, and is not. */
type Unless = (so: boolean, why: ParseKeys<['screens', 'refused']>) => Why;

/** What has to be so first, where nothing else refuses. */
export function useUnless(): Unless {
  const { t } = useTranslation(['screens', 'refused']);
  return useCallback((so, why) => !so && t(why), [t]);
}

/** Why this person cannot do what others can, or not now: what buttons and menus say that are there and do nothing. The first reason counts. */
export function useRefusals(): Refusals {
  const { t } = useTranslation(['screens', 'refused']);
  const { perms } = useAuth();
  const { isRoot } = useOrg();
  const unless = useUnless();
  return useMemo(
    () => ({
      without: (needed) => !holds(perms, needed) && t('refused:right'),
      inRoot: isRoot && t('refused:root'),
      unless,
    }),
    [perms, isRoot, unless, t],
  );
}
