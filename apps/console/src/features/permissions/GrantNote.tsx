import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import type { Values } from '../../model/values.ts';
import { useCan } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { gapNames } from './Gaps.tsx';
import { grantParts } from './grant-parts.ts';

/** What the permission in a form would come to: how many reach how much, or every reason why nobody does. Saving is never held up by it. */
export function GrantNote({ values }: { values: Values }) {
  const { t } = useTranslation('features');
  const settled = useDebounced(JSON.stringify(grantParts(values)));
  const asked = JSON.parse(settled) as ReturnType<typeof grantParts>;
  const reach = useQuery({
    queryKey: keyOf('assetPermissions', 'reach', asked),
    enabled: useCan('perms.view_assetpermission'),
    queryFn: () => client.assetPermissions.reach(asked),
    placeholderData: keepPreviousData,
    // What cannot be judged is told by saving it.
    retry: false,
  });
  if (!reach.data) return null;
  const { gaps, people, assets } = reach.data;
  if (gaps.length > 0)
    return <Alert type="warning" showIcon role="status" title={t('permissions.wouldGrantNothing', { reasons: gapNames(gaps, t) })} />;
  if (people === null || assets === null) return null;
  return (
    <p className="s-form-note" role="status">
      {t('permissions.comesTo', {
        people: t('permissions.people', { count: people }),
        assets: t('permissions.machines', { count: assets }),
      })}
    </p>
  );
}
