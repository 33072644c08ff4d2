import { ApiError } from '@postern/client/http';
import { EmptyState, type Fact, FactList, PageHeader, RelativeTime, SkeletonRows, Surface } from '@postern/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { currentLanguage } from '../i18n/language.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { useAuth } from '../session/auth.tsx';
import { errorMessage, showError } from '../session/errors.ts';
import { client } from '../session/http.ts';
import './profile.css';

/** A program waits to act as whoever confirms it here (docs/behaviour/profile.md#programs). */
export function ProgramLogin() {
  const { t } = useTranslation('profile');
  const [query, setQuery] = useSearchParams();
  const code = query.get('code')?.trim() ?? '';
  return (
    <>
      <PageHeader title={t('program.title')} />
      <div className="profile-form">
        {code === '' ? (
          <AskCode onCode={(given) => setQuery({ code: given }, { replace: true })} />
        ) : (
          <Waiting key={code} code={code} onOther={() => setQuery({}, { replace: true })} />
        )}
      </div>
    </>
  );
}

function AskCode({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation('profile');
  return (
    <Surface title={t('program.askTitle')} purpose={t('program.askPurpose')}>
      <Form<{ code: string }> layout="vertical" requiredMark={false} onFinish={({ code }) => onCode(code.trim())}>
        <Form.Item name="code" label={t('program.code')} rules={[{ required: true, message: t('program.askPurpose') }]}>
          <Input autoFocus autoComplete="off" maxLength={32} placeholder="BCDF-GHJK" className="p-mono program-code" />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {t('program.look')}
        </Button>
      </Form>
    </Surface>
  );
}

const hasGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function Waiting({ code, onOther }: { code: string; onOther: () => void }) {
  const { t } = useTranslation('profile');
  const { proved, dialog } = useIdentityCheck();
  const waiting = useQuery({
    queryKey: ['profile', 'program', code],
    queryFn: ({ signal }) => client.deviceLogins.look(code, {}, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const decide = useMutation({
    // Whoever confirms lets a program act as them: they prove who they are first.
    mutationFn: (yes: boolean) =>
      proved(async () => {
        await (yes ? client.deviceLogins.approve(code, undefined) : client.deviceLogins.refuse(code, undefined));
        return yes ? 'approved' : 'refused';
      }),
    // What has gone meanwhile is told by the page, as of a code under which nothing waits.
    onError: (error) => (hasGone(error) ? waiting.refetch() : showError(error)),
  });
  const again = <Button onClick={onOther}>{t('program.other')}</Button>;
  if (decide.data === 'approved') return <EmptyState title={t('program.approved')} text={t('program.approvedText')} />;
  if (decide.data === 'refused') return <EmptyState title={t('program.refused')} text={t('program.refusedText')} />;
  if (waiting.isPending) return <SkeletonRows label={t('shell:loading')} rows={4} />;
  if (waiting.isError) {
    const gone = hasGone(waiting.error);
    return (
      <EmptyState title={gone ? t('program.gone') : errorMessage(waiting.error)} text={gone ? t('program.goneText') : ''} action={again} />
    );
  }
  return (
    <Surface title={t('program.askedTitle')}>
      <Alert type="warning" showIcon title={t('program.warning')} className="s-alert" />
      <Told code={code} {...waiting.data} />
      <div className="program-buttons">
        <Button type="primary" loading={decide.isPending && decide.variables} onClick={() => decide.mutate(true)}>
          {t('program.approve')}
        </Button>
        <Button danger loading={decide.isPending && !decide.variables} onClick={() => decide.mutate(false)}>
          {t('program.refuse')}
        </Button>
      </div>
      {dialog}
    </Surface>
  );
}

/** What is known of the program, for the person to compare. */
function Told({ code, address, city, user_agent, date_created }: { code: string } & Awaited<ReturnType<typeof client.deviceLogins.look>>) {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const facts: Fact[] = [
    { key: 'code', label: t('program.code'), value: <b className="p-mono program-code">{code.toUpperCase()}</b> },
    { key: 'program', label: t('program.program'), value: <span className="p-mono">{user_agent}</span> },
    { key: 'address', label: t('program.from'), value: [address, city].filter(Boolean).join(' · ') },
    { key: 'since', label: t('program.since'), value: <RelativeTime value={date_created} language={currentLanguage().tag} /> },
    { key: 'as', label: t('program.as'), value: `${profile.name} (${profile.username})` },
  ];
  return <FactList facts={facts} />;
}
