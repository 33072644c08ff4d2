import { Button, toast } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CHAT_ACCOUNTS, type ChatAccount, type ChatName } from '../features/chat-accounts.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { useAuth, usePublicSettings } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';

const TOLD = ['bound', 'taken', 'already', 'confirm', 'refused', 'unreachable'] as const;
type Told = (typeof TOLD)[number];
const isTold = (word: string | null): word is Told => TOLD.some((one) => one === word);
const isChat = (word: string | null): word is ChatName => CHAT_ACCOUNTS.some(({ name }) => name === word);

/** Says once what has become of a browser that came back from a service, and takes it out of the address. */
function useTold() {
  const { t } = useTranslation('identity');
  const [query, setQuery] = useSearchParams();
  const [chat, told] = [query.get('chat'), query.get('told')];
  useEffect(() => {
    if (!isChat(chat) || !isTold(told)) return;
    const words = t(`chat.told.${told}`, { service: t(`chat.name.${chat}`) });
    if (told === 'bound') toast.success(words);
    else toast.error(words);
    setQuery(
      (before) => {
        before.delete('chat');
        before.delete('told');
        return before;
      },
      { replace: true },
    );
  }, [chat, told, t, setQuery]);
}

/** Accounts at chat services that the person may bind to their own (docs/behaviour/profile.md#account-information). */
export function ChatAccounts() {
  const settings = usePublicSettings();
  useTold();
  return CHAT_ACCOUNTS.filter(({ setting }) => settings[setting] === true).map((one) => <AccountRow key={one.name} account={one} />);
}

function AccountRow({ account: { name, field, unbind } }: { account: ChatAccount }) {
  const { t } = useTranslation('identity');
  const { profile } = useAuth();
  const { guarded, guardedAfter, dialog } = useIdentityCheck();
  const service = t(`chat.name.${name}`);
  const bound = Boolean(profile[field]);
  /** Without it they could not log in any more. */
  const only = bound && profile.source?.value === name;
  const begin = useMutation({
    mutationFn: () => guarded(() => client.confirm.oauth()),
    onSuccess: (passed) => {
      const here = encodeURIComponent(`${location.pathname}${location.search}`);
      if (passed !== undefined) location.assign(`/core/auth/${name}/qr/bind/?redirect_url=${here}`);
    },
  });
  const release = async () => {
    const question = { title: t('chat.unbindTitle', { service }), text: t('chat.unbindText'), verb: t('chat.unbind'), danger: true };
    if (!(await guardedAfter(question, async () => unbind()))) return;
    await refreshProfile();
    toast.success(t('chat.unbound', { service }));
  };
  return (
    <div className="p-row profile-row">
      <div>
        <b>{service}</b>
        <p>{t(only ? 'chat.only' : bound ? 'chat.boundText' : 'chat.unboundText')}</p>
      </div>
      <Button
        refused={only && t('chat.only')}
        loading={begin.isPending}
        aria-label={t(bound ? 'chat.unbindOf' : 'chat.bindOf', { service })}
        onClick={() => (bound ? void release() : begin.mutate())}
      >
        {t(bound ? 'chat.unbind' : 'chat.bind')}
      </Button>
      {dialog}
    </div>
  );
}
