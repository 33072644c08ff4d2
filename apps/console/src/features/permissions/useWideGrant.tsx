import type { AccessEffect } from '@postern/contract/access';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Values } from '../../model/values.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { askEffect, type Draft } from '../access/ask-effect.ts';
import { EFFECT_RIGHTS } from '../access/rights.ts';
import { grantParts, sameGrant } from './grant-parts.ts';

const EffectDialog = onDemand(() => import('../access/EffectDialog.tsx').then((module) => module.EffectDialog));

interface Question {
  draft: Draft;
  effect: AccessEffect;
  lead: string;
  answer: (save: boolean) => void;
}

/**
 * Of a grant that is wide, its effect opens by itself before it is saved; one more click saves (decision 0166). What cannot be asked holds
 * nothing up: saving says what is wrong.
 */
export function useWideGrant(id: string | undefined): { before: (body: Values, stored?: Values) => Promise<boolean>; dialog: ReactNode } {
  const { t } = useTranslation(['features', 'access', 'screens']);
  const { can } = useAuth();
  const [question, setQuestion] = useState<Question>();
  const before = async (body: Values, stored?: Values) => {
    if (!can(EFFECT_RIGHTS) || (stored && sameGrant(body, stored))) return true;
    const reach = await client.assetPermissions.reach(grantParts(body)).catch(() => undefined);
    if (!reach?.wide) return true;
    const draft: Draft = { resource: 'assetpermission', ...(id ? { id } : {}), body };
    const effect = await askEffect(draft).catch(() => undefined);
    if (!effect) return true;
    const numbers = {
      people: t('permissions.people', { count: reach.people ?? effect.people.total }),
      assets: t('permissions.machines', { count: reach.assets ?? effect.assets.total }),
    };
    const lead = t(reach.whole ? 'permissions.wideWhole' : 'permissions.wide', numbers);
    return new Promise<boolean>((resolve) => {
      const answer = (save: boolean) => {
        setQuestion(undefined);
        resolve(save);
      };
      setQuestion({ draft, effect, lead, answer });
    });
  };
  const dialog = question && (
    <EffectDialog
      title={t('access:effect.title')}
      lead={question.lead}
      effect={question.effect}
      ask={(situation) => askEffect(question.draft, situation)}
      onClose={() => question.answer(false)}
      onSave={() => question.answer(true)}
    />
  );
  return { before, dialog };
}
