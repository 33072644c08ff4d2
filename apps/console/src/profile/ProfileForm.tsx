import { Surface, toast } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { parsePhone } from '../fields/PhoneInput.tsx';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import { refreshProfile } from '../startup/start.ts';
import { AccountFields } from './AccountFields.tsx';
import { ContactItems, SavedForm } from './ProfileFields.tsx';
import { phoneBody } from './phone-field.ts';

interface Values {
  phone: { code: string; phone: string };
  wechat: string;
}

/** Phone and chat name of the person; name, username and email are the administrator's. */
export function ProfileForm() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  return (
    <Surface className="profile-form">
      <SavedForm
        names={['phone', 'wechat']}
        start={{ phone: parsePhone(profile.phone), wechat: profile.wechat ?? '' }}
        save={({ phone, wechat }: Values) => client.profile.partialUpdate({ phone: phoneBody(phone), wechat: wechat?.trim() ?? '' })}
        saved={async () => {
          toast.success(t('saved'));
          await refreshProfile();
        }}
        verb={t('save')}
      >
        <AccountFields profile={profile} />
        <ContactItems />
      </SavedForm>
    </Surface>
  );
}
