import { Button, RelativeTime, Surface, useConfirm } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';
import { FREE, type KeyTerms, LimitsDialog } from './KeyLimits.tsx';
import { MadeOnce } from './MadeOnce.tsx';

const QUERY = ['profile', 'private-token'] as const;

/** The one token of a person for programs that cannot sign requests: an identity provider that sends people by SCIM, a script with a header. */
export function PrivateToken() {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const [fresh, setFresh] = useState<string>();
  const standing = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => client.profile.privatetoken({}, { signal }) });
  const reload = () => queries.invalidateQueries({ queryKey: QUERY });
  const [asking, setAsking] = useState(false);
  const create = async (terms: KeyTerms) => {
    const made = await guarded(() => client.profile.privatetokenCreate(terms));
    if (!made) return false;
    setFresh(made.token);
    return true;
  };
  const made = standing.data?.date_created ?? null;
  const replace = () =>
    confirm({
      title: t('token.replaceTitle'),
      text: t('token.replaceText'),
      action: t('token.replace'),
      cancel: t('shell:cancel'),
      danger: true,
      run: async () => setAsking(true),
    });
  const remove = () =>
    confirm({
      title: t('token.deleteTitle'),
      text: t('token.deleteText'),
      action: t('keys.delete'),
      cancel: t('shell:cancel'),
      danger: true,
      run: () => client.profile.privatetokenRemove().then(reload, showError),
    });
  return (
    <Surface title={t('token.title')} purpose={t('token.purpose')}>
      <div className="private-token">
        <span>
          {made ? (
            <>
              {t('token.made')} <RelativeTime value={made} language={currentLanguage().tag} />
              {standing.data ? <Held terms={standing.data} /> : null}
            </>
          ) : (
            t('token.none')
          )}
        </span>
        <Button locked={!standing.data} onClick={() => (made ? void replace() : setAsking(true))}>
          {made ? t('token.replace') : t('token.create')}
        </Button>
        {made ? (
          <Button danger onClick={() => void remove()}>
            {t('keys.delete')}
          </Button>
        ) : null}
      </div>
      {dialog}
      {asking ? (
        <LimitsDialog
          title={t('token.create')}
          verb={t('keys.make')}
          terms={FREE}
          save={create}
          onSaved={reload}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {fresh ? (
        <MadeOnce
          title={t('token.fresh')}
          once={t('keys.once')}
          secret={{ value: fresh, file: 'token' }}
          onClose={() => setFresh(undefined)}
        />
      ) : null}
    </Surface>
  );
}

/** What the token is held to, in a few words; nothing where it may all that its owner may. */
function Held({ terms }: { terms: KeyTerms }) {
  const { t } = useTranslation('profile');
  const { ip_group: addresses, date_expired: end, is_read_only: readOnly, permissions } = terms;
  const rights = permissions.length > 0 ? t('keys.someRights', { count: permissions.length }) : t('keys.allRights');
  const may = readOnly ? t('keys.reads', { rights }) : permissions.length > 0 ? rights : undefined;
  return (
    <>
      {may ? ` · ${may}` : null}
      {addresses.includes('*') ? null : (
        <>
          {' · '}
          <span className="p-mono">{addresses.join(', ')}</span>
        </>
      )}
      {end ? (
        <>
          {` · ${t('keys.ends')} `}
          <RelativeTime value={end} language={currentLanguage().tag} />
        </>
      ) : null}
    </>
  );
}
