import type { AccessEffect, DraftResource } from '@postern/contract/access';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuickAction } from '../../screens/detail/QuickActions.tsx';
import { useAuth } from '../../session/auth.tsx';
import { askEffect } from './ask-effect.ts';
import { EFFECT_RIGHTS } from './rights.ts';

const EffectDialog = lazy(() => import('./EffectDialog.tsx').then((module) => ({ default: module.EffectDialog })));

/** Who would lose by the deletion of a rule: a quick action of its page, and the dialog that answers. */
export function useDeletionEffect(resource: DraftResource, id: string, right: string): { action: QuickAction; dialog: ReactNode } {
  const { t } = useTranslation('access');
  const { can } = useAuth();
  const [effect, setEffect] = useState<AccessEffect>();
  return {
    action: {
      id: 'deletion',
      title: t('effect.deletion'),
      verb: t('effect.button'),
      shown: can([...EFFECT_RIGHTS, right]),
      run: async () => setEffect(await askEffect({ resource, id })),
    },
    dialog: effect && (
      <Suspense>
        <EffectDialog
          title={t('effect.deletion')}
          effect={effect}
          ask={(situation) => askEffect({ resource, id }, situation)}
          onClose={() => setEffect(undefined)}
        />
      </Suspense>
    ),
  };
}
