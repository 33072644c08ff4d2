import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';

type Kind = 'loginAcl' | 'assetAcl' | 'commandAcl' | 'connectAcl' | 'commandGroup';

/** Above a list of rules: those whose pattern cannot be read, each with the reason and a way to correct it. */
export function UnreadableRules({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useTranslation('acls');
  const { data } = useQuery({
    queryKey: ['list', ...keyOf('acls', 'unreadableRules')],
    queryFn: ({ signal }) => client.acls.unreadableRules({}, { signal }),
  });
  const shown = (data ?? []).flatMap((rule) => {
    const kind = kinds.find((one) => RESOURCES[one].model === rule.resource);
    return kind ? [{ ...rule, path: RESOURCES[kind].path }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="s-alert"
      title={t('unreadable', { count: shown.length })}
      description={
        <>
          <p>{t('unreadableWhy')}</p>
          <ul className="s-unreadable">
            {shown.map(({ id, name, problem, path }) => (
              <li key={id}>
                <Link to={`${path}/${id}/update`}>{name}</Link>: {problem}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
