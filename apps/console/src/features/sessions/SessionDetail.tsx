import { StatusTag } from '@postern/ui';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { DatetimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import type { RowAction } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { CommandOutput, RiskCell } from '../commands/CommandOutput.tsx';
import { RESOURCES } from '../resources.ts';
import { DurationCell } from './SessionList.tsx';
import { isUnproven, type SessionRow, useSessionActions } from './session-actions.tsx';

const FACTS = ['id', 'user', 'asset', 'account', 'protocol', 'login_from', 'remote_addr', 'terminal_display', 'command_amount'];

/** One session: what it was, its commands, who joined it (docs/behaviour/audit.md#page-of-a-session). */
export function SessionDetail() {
  const { t } = useTranslation('features');
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
          actions={session.is_finished ? [actions.replay, actions.download] : [actions.monitor, actions.terminate]}
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
          render: () => <SessionCommands id={String(session.id)} unread={session.unread_lines} unproven={isUnproven(session)} />,
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
    if (await runAction(() => action.run(session), { question: question && { ...question, danger: action.danger }, done: action.done }))
      await onDone();
  };
  return actions.map((action) => (
    <Button
      key={action.id}
      icon={action.icon}
      danger={action.danger ?? false}
      disabled={!(action.enabled?.(session) ?? true)}
      title={action.hint?.(session)}
      onClick={() => void run(action)}
    >
      {action.label}
    </Button>
  ));
}

function SessionCommands({ id, unread, unproven }: { id: string; unread: number; unproven: boolean }) {
  const { t } = useTranslation('features');
  return (
    <>
      {unproven ? (
        <Alert type="warning" showIcon title={t('sessions.notChained')} description={t('sessions.notChainedText')} className="s-alert" />
      ) : null}
      {unread > 0 ? <Alert type="warning" showIcon title={t('sessions.unread', { count: unread })} className="s-alert" /> : null}
      <CommandsOf id={id} />
    </>
  );
}

function CommandsOf({ id }: { id: string }) {
  const { t } = useTranslation('features');
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.command,
        query: { session_id: id },
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
        empty: t('sessions.noCommands'),
      }}
    />
  );
}
