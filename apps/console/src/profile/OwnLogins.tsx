import { addressOf, type Row } from '@postern/client/api';
import { SkeletonRows, Surface, toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Globe, SquareTerminal, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { useRunAction } from '../data/useRunAction.ts';
import { LoginStatus } from '../features/login-logs/LoginLogList.tsx';
import { RESOURCES } from '../features/resources.ts';
import { ResourceList } from '../screens/list/ResourceList.tsx';
import { client } from '../session/http.ts';
import { ProgramRow } from './ProgramRow.tsx';
import { programWords } from './program-words.ts';
import { TrustedBrowsers } from './TrustedBrowsers.tsx';
import './profile.css';
import { LoadFailed } from '../data/LoadFailed.tsx';

type Login = Row<'ownLogins'>;

const LIST = keyOf('ownLogins', 'list');
const ICONS: Readonly<Record<string, typeof Globe>> = { browser: Globe, terminal: SquareTerminal };

/** Where the person is logged in at the moment, and how they logged in before (docs/behaviour/profile.md#logins). */
export function OwnLogins() {
  return (
    <div className="profile-form own-logins">
      <LiveLogins />
      <TrustedBrowsers />
      <LoginHistory />
    </div>
  );
}

function LiveLogins() {
  const { t } = useTranslation('profile');
  const runAction = useRunAction();
  const queries = useQueryClient();
  const logins = useQuery({ queryKey: LIST, queryFn: ({ signal }) => client.ownLogins.list({}, { signal }) });
  const reload = () => queries.invalidateQueries({ queryKey: LIST });
  const others = logins.data?.filter(({ is_current }) => !is_current) ?? [];
  const endOthers = () =>
    runAction(
      async () => {
        const { ended } = await client.ownLogins.endothers(undefined);
        toast.success(t('logins.ended', { count: ended }));
        await reload();
      },
      {
        question: {
          title: t('logins.endOthersTitle', { count: others.length }),
          text: t('logins.endText'),
          verb: t('logins.endOthers'),
          danger: true,
        },
      },
    );
  return (
    <Surface
      title={t('logins.here')}
      purpose={t('logins.herePurpose')}
      actions={
        others.length > 0 ? (
          <Button danger onClick={() => void endOthers()}>
            {t('logins.endOthers')}
          </Button>
        ) : undefined
      }
    >
      {logins.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
      {logins.isError ? <LoadFailed title={t('screens:detail.failed')} error={logins.error} onRetry={() => void logins.refetch()} /> : null}
      {logins.data ? (
        <ul className="factor-list">
          {logins.data.map((row) => (
            <LoginRow key={row.id} row={row} onEnded={reload} />
          ))}
        </ul>
      ) : null}
    </Surface>
  );
}

function LoginRow({ row, onEnded }: { row: Login; onEnded: () => unknown }) {
  const { t } = useTranslation('profile');
  const runAction = useRunAction();
  const kind = t(`logins.kind.${row.kind}`);
  const name = programWords(row.user_agent) || kind;
  const end = async () => {
    const question = { title: t('logins.endTitle', { name }), text: t('logins.endText'), verb: t('logins.end'), danger: true };
    if (await runAction(() => client.ownLogins.end(row.id), { question, done: t('logins.ended', { count: 1 }) })) await onEnded();
  };
  return (
    <ProgramRow
      icon={ICONS[row.kind] ?? Workflow}
      name={name}
      userAgent={row.user_agent}
      current={row.is_current}
      where={
        <>
          {name === kind ? '' : `${kind} · `}
          <span className="p-mono">{row.address}</span>
          {row.city ? ` · ${row.city}` : ''}
        </>
      }
      since={row.date_created}
      then={{ word: t('logins.seen'), date: row.date_seen }}
      end={
        row.is_current ? undefined : { verb: t('logins.end'), of: t('logins.endOf', { name, address: row.address }), run: () => void end() }
      }
    />
  );
}

/** The person's own part of the login log. */
function LoginHistory() {
  const { t } = useTranslation('profile');
  return (
    <Surface title={t('logins.history')} purpose={t('logins.historyPurpose')}>
      <ResourceList
        definition={{
          resource: RESOURCES.loginLog,
          url: addressOf('loginLogs', 'mine'),
          name: 'myLogin',
          readOnly: true,
          global: true,
          linkTo: false,
          transfer: false,
          syncUrl: false,
          exclude: ['backend', 'reason', 'username', 'id'],
          defaults: ['datetime', 'status', 'ip', 'city', 'backend_display', 'reason_display'],
          min: ['datetime'],
          facts: ['status', 'ip'],
          cells: {
            datetime: { width: 150 },
            status: { Cell: LoginStatus, width: 100 },
            ip: { width: 120 },
            city: { width: 110 },
            backend_display: { width: 120 },
          },
          empty: t('logins.none'),
        }}
      />
    </Surface>
  );
}
