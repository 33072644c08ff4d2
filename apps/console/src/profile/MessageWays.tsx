import { Surface, toast } from '@postern/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { CHAT_ACCOUNTS } from '../features/chat-accounts.ts';
import { useAuth } from '../session/auth.tsx';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';
import type { Profile } from '../session/session-types.ts';
import { refreshProfile } from '../startup/start.ts';
import { MessageTiming } from './MessageTiming.tsx';
import './profile.css';

const BOX = 'site_msg';
const PHONE = 'sms';

/** What is said of a way: where it leads, or why it leads nowhere yet. */
function textOf(
  name: string,
  profile: Profile,
): ['ways.inboxText' | 'ways.toChat' | 'ways.toNobody' | 'ways.toNoPhone'] | ['ways.to', { address: string }] {
  if (name === BOX) return ['ways.inboxText'];
  const account = CHAT_ACCOUNTS.find((one) => one.name === name);
  if (account) return [profile[account.field] ? 'ways.toChat' : 'ways.toNobody'];
  if (name === PHONE) {
    const { phone } = profile;
    const number = typeof phone === 'string' ? phone : phone && `${phone.code} ${phone.phone}`;
    return number ? ['ways.to', { address: number }] : ['ways.toNoPhone'];
  }
  return ['ways.to', { address: profile.email }];
}

/** By which ways the person has messages that are about themselves (docs/behaviour/profile.md#account-information). */
export function MessageWays() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const ways = useQuery({ queryKey: keyOf('backends', 'list'), queryFn: ({ signal }) => client.backends.list({}, { signal }) });
  const save = useMutation({
    mutationFn: async (receive_backends: string[]) => {
      await client.userMsgSubscription.patch(profile.id, { receive_backends });
      await refreshProfile();
    },
    onSuccess: () => toast.success(t('ways.saved')),
    // The profile says how it is: a switch that was refused goes back.
    onError: showError,
  });
  const chosen = (save.isPending && save.variables) || profile.receive_backends;
  // A way that is switched off here keeps its place among the chosen.
  const toggle = (name: string, on: boolean) => save.mutate(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  const words = (name: string): string => {
    const [key, values] = textOf(name, profile);
    return t(key, values ?? {});
  };
  if (!ways.data) return null;
  return (
    <>
      <Surface title={t('ways.title')} purpose={t('ways.purpose')}>
        <div className="profile-rows">
          {[...ways.data]
            .sort((one, other) => Number(other.name === BOX) - Number(one.name === BOX))
            .map(({ name, name_display }) => (
              <div key={name} className="p-row profile-row">
                <div>
                  <b id={`way-${name}`}>{name === BOX ? t('ways.inbox') : name_display}</b>
                  <p>{words(name)}</p>
                </div>
                <Switch
                  aria-labelledby={`way-${name}`}
                  checked={name === BOX || chosen.includes(name)}
                  disabled={name === BOX || save.isPending}
                  onChange={(on) => toggle(name, on)}
                />
              </div>
            ))}
        </div>
      </Surface>
      <MessageTiming ways={ways.data} />
    </>
  );
}
