import { addressOf } from '@postern/client/api';
import { API } from '@postern/client/http';
import { toast } from '@postern/ui';
import { Eye, Link2Off, PlaySquare, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { BulkAction, RowAction } from '../../screens/list/list-definition.ts';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';

export interface SessionRow extends Row {
  id: string;
  user: string;
  asset: string;
  is_finished: boolean;
  can_terminate: boolean;
  can_join: boolean;
  can_replay: boolean;
  unread_lines: number;
  /** Whether its recording can be verified; none where there is no recording. */
  replay_proof?: { value: string; label: string } | null;
  date_start: string;
  date_end: string | null;
}

/** A component of others brings no chain: what it reported of the session cannot be verified (decision 0076). */
export const isUnproven = (session: Row): boolean => choiceValue(session.replay_proof) === 'not_chained';

/** A session of an RDP client runs outside the browser's reach (docs/wire/sessions.md#watching-and-ending). */
export const isRdpClient = (session: Row): boolean => choiceValue(session.login_from) === 'RT';

export const replayUrl = (session: Row): string => `/luna/replay/${session.id}`;
export const downloadUrl = (session: Row): string =>
  API + addressOf('sessions', 'download', String(session.id), { oid: typeof session.org_id === 'string' ? session.org_id : undefined });

/**
 * The recording at the second of a command.
 *
 * @param seconds since 1970, as commands have them
 */
export const openReplayAt = (session: string, seconds: unknown) =>
  window.open(`/luna/replay/${encodeURIComponent(session)}?timestamp=${Number(seconds) || 0}`, '_blank', 'noopener');

const openMonitor = (session: Row) => window.open(`/luna/monitor/${session.id}`, `monitor_${session.id}`, 'width=800,height=600');

/** An order to end sessions; without a reason as other clients give it. */
const endOf = (sessions: string[], reason: string) => (reason === '' ? sessions : { sessions, reason });

/** Ends the ticked sessions. */
export function useTerminateMany(): BulkAction<SessionRow> {
  const { t } = useTranslation('features');
  const { without } = useRefusals();
  return {
    id: 'terminate',
    label: t('sessions.terminateSelected'),
    icon: <Square size={14} />,
    danger: true,
    refused: without('terminal.terminate_session'),
    confirm: (count) => ({
      title: t('sessions.terminateManyTitle', { count }),
      text: t('sessions.terminateManyText'),
      verb: t('sessions.terminateMany', { count }),
      reason: t('sessions.terminateReason'),
    }),
    run: (ids, reason) => client.terminalTasks.killSession(endOf(ids, reason)),
    done: t('sessions.terminateDone'),
  };
}

/** What an auditor does with a session; the server says which of it is possible (docs/behaviour/audit.md#sessions). */
export function useSessionActions(): Record<'terminate' | 'withdraw' | 'monitor' | 'replay' | 'download', RowAction<SessionRow>> {
  const { t } = useTranslation('features');
  const { without, unless } = useRefusals();
  return {
    terminate: {
      id: 'terminate',
      label: t('sessions.terminate'),
      icon: <Square size={14} />,
      danger: true,
      refused: (session) => without('terminal.terminate_session') || unless(session.can_terminate, 'refused:unending'),
      confirm: (session) => ({
        title: t('sessions.terminateTitle', { user: session.user }),
        text: t('sessions.terminateText', { asset: session.asset }),
        verb: t('sessions.terminate'),
        reason: t('sessions.terminateReason'),
      }),
      run: (session, reason) => client.terminalTasks.killSession(endOf([session.id], reason)),
      done: t('sessions.terminateDone'),
    },
    withdraw: {
      id: 'withdraw',
      label: t('sessions.withdraw'),
      icon: <Link2Off size={14} />,
      refused: (session) => without('terminal.terminate_session') || unless(!session.is_finished, 'refused:over'),
      confirm: (session) => ({
        title: t('sessions.withdrawTitle', { user: session.user }),
        text: t('sessions.withdrawText'),
        verb: t('sessions.withdraw'),
      }),
      async run(session) {
        const { withdrawn } = await client.sessions.withdrawShares(session.id);
        if (withdrawn > 0) toast.success(t('sessions.withdrawDone', { count: withdrawn }));
        else toast.info(t('sessions.withdrawNone'));
      },
    },
    monitor: {
      id: 'monitor',
      label: t('sessions.monitor'),
      icon: <Eye size={14} />,
      refused: (session) =>
        without('terminal.monitor_session') ||
        (isRdpClient(session) ? t('sessions.noMonitor') : unless(session.can_join, 'refused:unwatchable')),
      run: openMonitor,
    },
    replay: {
      id: 'replay',
      label: t('sessions.replay'),
      icon: <PlaySquare size={14} />,
      refused: (session) => without('terminal.view_sessionreplay') || unless(session.can_replay, 'refused:noReplay'),
      run: (session) => window.open(replayUrl(session), '_blank', 'noopener'),
    },
    download: {
      id: 'download',
      label: t('sessions.download'),
      rare: true,
      refused: (session) => without('terminal.download_sessionreplay') || unless(session.can_replay, 'refused:noReplay'),
      run: (session) => window.location.assign(downloadUrl(session)),
    },
  };
}
