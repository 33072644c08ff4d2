import { Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { Nothing } from '../../fields/Nothing.tsx';

/** Whom a run told, and who of them got a file: `[display, has a file key]` each (docs/wire/automations.md#backup-plans). */
export function RecipientList({ people }: { people: unknown }) {
  const { t } = useTranslation('backups');
  const named = Array.isArray(people) ? (people as [string, boolean][]) : [];
  if (named.length === 0) return <Nothing />;
  return (
    <Space orientation="vertical" size={0}>
      {named.map(([display, hasKey]) => (
        <span key={display}>{t(hasKey ? 'withFile' : 'withoutFile', { who: display })}</span>
      ))}
    </Space>
  );
}
