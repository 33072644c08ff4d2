import { StatusTag, WhyNot } from '@postern/ui';
import { Alert, Button } from 'antd';
import { PlaySquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { DatetimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import type { RowAction } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { CommandOutput, RiskCell } from '../commands/CommandOutput.tsx';
import { useFtpLogs } from '../ftp-logs/FtpLogList.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { DurationCell } from './SessionList.tsx';
import { SessionReviews } from './SessionReviews.tsx';
import { isUnproven, openReplayAt, type SessionRow, useSessionActions } from './session-actions.tsx';

const ActivityTab = onDemand(() => import('../../screens/detail/ActivityTab.tsx').then((module) => module.ActivityTab));

const FACTS = ['id', 'user', 'asset', 'account', 'protocol', 'login_from', 'remote_addr', 'terminal_display', 'command_amount'];

/** One session: what it was, its commands and files, who joined it, who watched it (docs/behaviour/audit.md#page-of-a-session). */
export function SessionDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const actions = useSessionActions();
  return (
    <DetailPage<SessionRow>
      resource={RESOURCES.session}
      readOnly
      titleOf={(session) => t('sessions.title', { user: session.user })}
      facts={(session) => (
        <>
          <StatusTag tone={session.is_finished ? 'neutral' : 'success'} boxed>
            {t(session.is_finished ? 'sessions.finished' : 'sessions.running')}
          </StatusTag>
          {isUnproven(session) ? (
            <StatusTag tone="warning" boxed>
              {t('sessions.notChained')}
            </StatusTag>
          ) : null}
          <span>{session.asset}</span>
          <span>
            <DurationCell row={session} />
          </span>
        </>
      )}
      actions={(session, detail) => (
        <HeadButtons
          session={session}
          actions={session.is_finished ? [actions.replay, actions.download] : [actions.monitor, actions.withdraw, actions.terminate]}
          onDone={detail.refresh}
        />
      )}
      basic={{
        name: 'SessionDetailInfo',
        fields: (session) => [
          ...FACTS,
          'date_start',
          'date_end',
          ...(session.is_finished ? ['end_reason_display'] : []),
          ...(session.replay_proof ? ['replay_proof'] : []),
          'unread_lines',
          'comment',
        ],
      }}
      tabs={(session) => [
        {
          name: 'SessionCommands',
          title: t('sessions.commands'),
          permissions: ['terminal.view_command'],
          render: () => <SessionCommands session={session} />,
        },
        {
          name: 'SessionFiles',
          title: t('sessions.files'),
          permissions: ['audits.view_ftplog'],
          render: () => <SessionFiles id={session.id} />,
        },
        { name: 'SessionReviews', title: t('sessions.reviews'), render: () => <SessionReviews id={session.id} /> },
        {
          name: 'SessionJoinRecords',
          title: t('sessions.joined'),
          permissions: ['terminal.view_sessionjoinrecord'],
          render: () => <SessionJoinRecords id={session.id} />,
        },
        {
          name: 'Activity',
          title: t('screens:detail.activity'),
          permissions: ['audits.view_activitylog'],
          render: () => <ActivityTab id={session.id} />,
        },
      ]}
    />
  );
}

function HeadButtons({
  session,
  actions,
  onDone,
}: {
  session: SessionRow;
  actions: readonly RowAction<SessionRow>[];
  onDone: () => unknown;
}) {
  const runAction = useRunAction();
  const run = async (action: RowAction<SessionRow>) => {
    const question = action.confirm?.(session);
    if (
      await runAction((reason) => action.run(session, reason), {
        question: question && { ...question, danger: action.danger },
        done: action.done,
      })
    )
      await onDone();
  };
  return actions.map((action) => (
    <WhyNot key={action.id} reason={action.refused?.(session)}>
      <Button icon={action.icon} danger={action.danger ?? false} onClick={() => void run(action)}>
        {action.label}
      </Button>
    </WhyNot>
  ));
}

function SessionCommands({ session }: { session: SessionRow }) {
  const { t } = useTranslation('features');
  const { unread_lines: unread } = session;
  const unproven = isUnproven(session);
  return (
    <>
      {unproven ? (
        <Alert type="warning" showIcon title={t('sessions.notChained')} description={t('sessions.notChainedText')} className="s-alert" />
      ) : null}
      {unread > 0 ? <Alert type="warning" showIcon title={t('sessions.unread', { count: unread })} className="s-alert" /> : null}
      <CommandsOf session={session} />
    </>
  );
}

function CommandsOf({ session }: { session: SessionRow }) {
  const { t } = useTranslation('features');
  const { replay } = useSessionActions();
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.command,
        query: { session_id: session.id },
        name: 'sessionCommands',
        syncUrl: false,
        readOnly: true,
        linkTo: false,
        columns: ['input', 'risk_level', 'timestamp'],
        min: ['input'],
        facts: ['risk_level', 'timestamp'],
        cells: {
          input: { width: 420, render: (row) => <code title={String(row.input)}>{String(row.input)}</code> },
          risk_level: { Cell: RiskCell },
          timestamp: { Cell: DatetimeCell, align: 'start' },
        },
        expand: (row) => <CommandOutput row={row} />,
        search: { metadata: false },
        rowActions: [
          {
            id: 'replay',
            label: t('commands.replay'),
            icon: <PlaySquare size={14} />,
            refused: () => replay.refused?.(session),
            run: (row) => openReplayAt(session.id, row.timestamp),
          },
        ],
        empty: t('sessions.noCommands'),
      }}
    />
  );
}

/** Files that were moved in the session. */
function SessionFiles({ id }: { id: string }) {
  const { t } = useTranslation('features');
  const logs = useFtpLogs();
  return (
    <ResourceList
      definition={{
        ...logs,
        resource: RESOURCES.ftpLog,
        query: { session_id: id },
        name: 'sessionFiles',
        syncUrl: false,
        columns: ['filename', 'operate', 'size', 'is_success', 'file_sha256', 'date_start'],
        search: { metadata: false },
        empty: t('sessions.noFiles'),
      }}
    />
  );
}

/** Who took part by a share of the session. */
function SessionJoinRecords({ id }: { id: string }) {
  const { t } = useTranslation('features');
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.joinRecord,
        query: { session: id },
        name: 'sessionJoinRecords',
        syncUrl: false,
        readOnly: true,
        linkTo: false,
        exclude: ['sharing', 'session', 'joiner', 'verify_code'],
        defaults: ['joiner_display', 'action_permission', 'remote_addr', 'is_success', 'reason', 'date_joined', 'date_left'],
        min: ['joiner_display'],
        facts: ['date_joined', 'date_left'],
        cells: {
          joiner_display: { width: 180 },
          reason: { width: 160, sortable: false },
          is_finished: { Cell: WhenTrue },
          date_joined: { width: 150 },
          date_left: { width: 150 },
        },
        search: { exclude: ['date_joined', 'date_left'] },
        empty: t('sessions.noJoined'),
      }}
    />
  );
}
