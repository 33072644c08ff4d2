import '../screens/screens.css';
import { createPasskey, PasskeyError, passkeysWork } from '@postern/client/passkey';
import { Button, IconButton, RelativeTime, SkeletonRows, StatusTag, Surface, toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../data/on-demand.tsx';
import { useRunAction } from '../data/useRunAction.ts';
import { currentLanguage } from '../i18n/language.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { showError } from '../session/errors.ts';
import { refreshProfile } from '../startup/start.ts';
import {
  addPasskey,
  FACTORS,
  type Factors,
  loadFactors,
  makeCodes,
  type Passkey,
  removeOtp,
  removePasskey,
  renamePasskey,
  startOtp,
  startPasskey,
} from './factors-api.ts';
import { PasskeyName } from './PasskeyName.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './profile.css';
import { LoadFailed } from '../data/LoadFailed.tsx';

const EnrolDialog = onDemand(() => import('./EnrolDialog.tsx').then((module) => module.EnrolDialog));

/** Authenticator, passkeys, recovery codes. What adds or takes away a factor is confirmed first (docs/behaviour/profile.md#second-factors). */
export function SecondFactors() {
  const { t } = useTranslation(['identity', 'screens']);
  const client = useQueryClient();
  const { guarded, guardedAfter, dialog } = useIdentityCheck();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const factors = useQuery({ queryKey: FACTORS, queryFn: ({ signal }) => loadFactors(signal), staleTime: 0 });
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: FACTORS });
    await refreshProfile();
  };
  const changed = async (made: readonly string[], done: string) => {
    toast.success(done);
    setCodes(made);
    await refresh();
  };
  if (factors.isPending) return <SkeletonRows rows={6} columns={2} label={t('screens:list.loading')} />;
  if (factors.isError)
    return <LoadFailed title={t('screens:detail.failed')} error={factors.error} onRetry={() => void factors.refetch()} />;
  const { data } = factors;
  const sections = { data, guarded, guardedAfter, changed, refresh };
  return (
    <div className="profile-form">
      <Authenticator {...sections} />
      <Passkeys {...sections} />
      {(data.otp || data.passkeys.length > 0) && <Codes {...sections} onMade={setCodes} />}
      {dialog}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </div>
  );
}

interface SectionProps {
  data: Factors;
  guarded: ReturnType<typeof useIdentityCheck>['guarded'];
  guardedAfter: ReturnType<typeof useIdentityCheck>['guardedAfter'];
  changed: (codes: readonly string[], done: string) => Promise<void>;
  refresh: () => Promise<void>;
}

/** The last factor stays while one is required. */
const isLast = ({ forced, otp, passkeys }: Factors): boolean => forced && Number(otp) + passkeys.length === 1;

function Authenticator({ data, guarded, guardedAfter, changed, refresh }: SectionProps) {
  const { t } = useTranslation(['identity', 'screens']);
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string }>();
  const start = async () => setEnrolment(await guarded(startOtp));
  const remove = async () => {
    const question = { title: t('otp.removeTitle'), text: t('factors.removeText'), verb: t('screens:action.remove'), danger: true };
    if (!(await guardedAfter(question, removeOtp))) return;
    toast.success(t('otp.removed'));
    await refresh();
  };
  return (
    <Surface
      title={
        <span className="factor-title">
          {t('otp.section')}
          <StatusTag tone={data.otp ? 'success' : 'neutral'}>{t(data.otp ? 'factors.on' : 'factors.off')}</StatusTag>
        </span>
      }
      purpose={t('otp.purpose')}
    >
      <div className="factor-actions">
        <Button type={data.otp ? 'default' : 'primary'} onClick={() => void start()}>
          {t(data.otp ? 'otp.replace' : 'otp.start')}
        </Button>
        {data.otp && (
          <Button danger refused={isLast(data) && t('factors.forced')} onClick={() => void remove()}>
            {t('screens:action.remove')}
          </Button>
        )}
      </div>

      {enrolment && (
        <EnrolDialog
          enrolment={enrolment}
          onCancel={() => setEnrolment(undefined)}
          onBound={(codes) => {
            setEnrolment(undefined);
            void changed(codes, t('otp.bound'));
          }}
        />
      )}
    </Surface>
  );
}

function Passkeys({ data, guarded, guardedAfter, changed, refresh }: SectionProps) {
  const { t } = useTranslation(['identity', 'screens']);
  const runAction = useRunAction();
  const [naming, setNaming] = useState<'new' | Passkey>();
  const possible = data.passkeys_possible && passkeysWork();
  const add = async (name: string) => {
    const made = await guarded(async () => {
      const options = await startPasskey();
      try {
        return await addPasskey(name, await createPasskey(options));
      } catch (error) {
        if (!(error instanceof PasskeyError)) throw error;
        toast.error(t(`passkey.${error.reason}`));
        return undefined;
      }
    });
    if (!made) return;
    setNaming(undefined);
    await changed(made.recovery_codes, t('passkey.added'));
  };
  const rename = async (key: Passkey, name: string) => {
    if (!(await runAction(() => renamePasskey(key.id, name)))) return;
    setNaming(undefined);
    await refresh();
  };
  const remove = async (key: Passkey) => {
    const title = t('passkey.removeTitle', { name: key.name });
    const question = { title, text: t('factors.removeText'), verb: t('screens:action.remove'), danger: true };
    if (!(await guardedAfter(question, () => removePasskey(key.id)))) return;
    toast.success(t('passkey.removed'));
    await refresh();
  };
  const time = (value: string | null) => <RelativeTime value={value} language={currentLanguage().tag} />;
  return (
    <Surface title={t('passkey.section')} purpose={t('passkey.purpose')}>
      {data.passkeys.length > 0 && (
        <ul className="factor-list">
          {data.passkeys.map((key) => (
            <li key={key.id}>
              <Fingerprint size={20} aria-hidden="true" />
              <div>
                <b>{key.name}</b>
                <p>
                  {t('passkey.madeAt', { domain: key.domain })} {time(key.date_created)}
                  {key.date_last_used && (
                    <>
                      {' · '}
                      {t('passkey.used')} {time(key.date_last_used)}
                    </>
                  )}
                </p>
              </div>
              <IconButton icon={Pencil} label={t('passkey.renameOf', { name: key.name })} onClick={() => setNaming(key)} />
              <IconButton
                icon={Trash2}
                label={t('passkey.removeOf', { name: key.name })}
                refused={isLast(data) && t('factors.forced')}
                onClick={() => void remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="factor-actions">
        <Button refused={!possible && t(data.passkeys_possible ? 'passkey.insecure' : 'passkey.bare')} onClick={() => setNaming('new')}>
          {t('passkey.add')}
        </Button>
        {!possible && <p className="factor-note">{t(data.passkeys_possible ? 'passkey.insecure' : 'passkey.bare')}</p>}
      </div>
      {naming === 'new' && (
        <PasskeyName
          title={t('passkey.addTitle')}
          note={t('passkey.addNote')}
          verb={t('passkey.next')}
          initial=""
          onSave={add}
          onCancel={() => setNaming(undefined)}
        />
      )}
      {typeof naming === 'object' && (
        <PasskeyName
          title={t('passkey.renameTitle')}
          verb={t('screens:action.save')}
          initial={naming.name}
          onSave={(name) => rename(naming, name)}
          onCancel={() => setNaming(undefined)}
        />
      )}
    </Surface>
  );
}

function Codes({ data, guarded, refresh, onMade }: SectionProps & { onMade: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('identity');
  const [busy, setBusy] = useState(false);
  const { left, total } = data.recovery_codes;
  const make = async () => {
    setBusy(true);
    const made = await guarded(makeCodes);
    setBusy(false);
    if (!made) return;
    onMade(made.recovery_codes);
    await refresh().catch(showError);
  };
  return (
    <Surface
      title={
        <span className="factor-title">
          {t('codes.section')}
          <StatusTag tone={left > 2 ? 'success' : left > 0 ? 'warning' : 'danger'}>{t('codes.left', { left, total })}</StatusTag>
        </span>
      }
      purpose={t('codes.purpose')}
    >
      <div className="factor-actions">
        <Button loading={busy} onClick={() => void make()}>
          {t('codes.make')}
        </Button>
        <p className="factor-note">{t('codes.makeNote')}</p>
      </div>
    </Surface>
  );
}
