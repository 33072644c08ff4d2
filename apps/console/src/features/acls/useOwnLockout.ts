import { useConfirm } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { Agreement, Values } from '../../screens/form/form-definition.ts';
import { useAuth } from '../../session/auth.tsx';
import { askEffect } from '../access/ask-effect.ts';
import { EFFECT_RIGHTS } from '../access/rights.ts';

/**
 * Asks before a login rule is saved that keeps out whoever saves it, from where they are and at this moment: nobody else may
 * be left to take it back. The server refuses such a rule unless the consent goes along. What cannot be tried out is saved unasked;
 * saving tells what is wrong with it.
 */
export function useOwnLockout(id: string | undefined): (values: Values) => Promise<Agreement> {
  const { t } = useTranslation(['acls', 'screens']);
  const confirm = useConfirm();
  const { can, profile } = useAuth();
  return async (body) => {
    if (!can(EFFECT_RIGHTS)) return true;
    const draft = { resource: 'loginacl', ...(id ? { id } : {}), body };
    const effect = await askEffect(draft, { users: [profile.id] }).catch(() => undefined);
    if (!effect?.rows.some(({ after }) => after.verdict === 'refused')) return true;
    const agreed = await confirm({
      title: t('lockoutTitle'),
      text: t('lockout'),
      action: t('lockoutSave'),
      cancel: t('screens:action.cancel'),
      danger: true,
    });
    return agreed && { query: { lock_me_out: '1' } };
  };
}
