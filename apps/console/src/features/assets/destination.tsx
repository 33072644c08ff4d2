import { useTranslation } from 'react-i18next';

/** Where the secrets of an asset would go, as the server tells it. */
export interface Destination {
  confirmed: boolean;
  /** Says which state was looked at: a confirmation is for that one. */
  seen: string;
  changes: { field: string; label: string; before: string; after: string }[];
  accounts: { id: string; name: string; username: string }[];
}

export const accountNames = ({ accounts }: Pick<Destination, 'accounts'>): string =>
  accounts.map(({ name, username }) => (name === username ? name : `${name} (${username})`)).join(', ');

/** What changed about where secrets go, before and after. */
export function Changes({ changes }: Pick<Destination, 'changes'>) {
  const { t } = useTranslation('assets');
  return (
    <dl>
      {changes.map(({ field, label, before, after }) => (
        <div key={`${field} ${before} ${after}`}>
          <dt>{label}</dt>
          <dd>
            {before !== '' && (
              <span>
                {t('destination.before')}: <span className="p-mono">{before}</span>
              </span>
            )}
            {after !== '' && (
              <span>
                {t('destination.after')}: <span className="p-mono">{after}</span>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
