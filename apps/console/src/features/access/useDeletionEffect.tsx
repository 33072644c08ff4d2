import type { AccessEffect, DraftResource } from '@postern/contract/access';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import type { QuickAction } from '../../screens/detail/QuickActions.tsx';
import { useAuth } from '../../session/auth.tsx';
import { askEffect } from './ask-effect.ts';
import { EFFECT_RIGHTS } from './rights.ts';

const EffectDialog = onDemand(() => import('./EffectDialog.tsx').then((module) => module.EffectDialog));

/** Who would lose by the deletion of the rule whose page this is: a quick action, and the dialog that answers. */
export function useDeletionEffect(resource: DraftResource, right: string): { action: QuickAction; dialog: ReactNode } {
  const { id = '' } = useParams();
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
      <EffectDialog
        title={t('effect.deletion')}
        effect={effect}
        ask={(situation) => askEffect({ resource, id }, situation)}
        onClose={() => setEffect(undefined)}
      />
    ),
  };
}
