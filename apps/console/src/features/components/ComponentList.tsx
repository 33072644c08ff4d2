import { Ban, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { ListDefinition, RowAction } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { LoadCell, StatCell } from './ComponentPages.tsx';

interface ComponentRow extends Row {
  id: string;
  name: string;
  type: string;
  remote_addr: string;
  session_online: number;
}

/** Who comes and goes is seen within this time. */
export const LIVE_MS = 10_000;

/** The components that carry sessions: who they are, where they come from, and whether they may work (decision 0069). */
export function ComponentList() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const mayChange = can('terminal.change_terminal');
  const approve: RowAction<ComponentRow> = {
    id: 'approve',
    label: t('components.approve'),
    icon: <Check size={14} />,
    shown: (row) => mayChange && choiceValue(row.standing) === 'waiting',
    confirm: (row) => ({
      title: t('components.approveTitle', { name: row.name }),
      text: t('components.approveText', { type: row.type, address: row.remote_addr }),
      verb: t('components.approve'),
    }),
    run: (row) => client.terminals.approve(row.id),
    done: t('components.approveDone'),
  };
  const revoke: RowAction<ComponentRow> = {
    id: 'revoke',
    label: t('components.revoke'),
    icon: <Ban size={14} />,
    danger: true,
    shown: (row) => mayChange && choiceValue(row.standing) !== 'revoked',
    confirm: (row) => ({
      title: t('components.revokeTitle', { name: row.name }),
      text: t('components.revokeText', { count: row.session_online }),
      verb: t('components.revoke'),
    }),
    run: (row) => client.terminals.revoke(row.id),
    done: t('components.revokeDone'),
  };
  const definition: ListDefinition<ComponentRow> = {
    resource: RESOURCES.component,
    create: false,
    // On its page; in the row it would stand before the decision that a new one waits for.
    update: false,
    clone: false,
    transfer: false,
    global: true,
    rowActions: [approve, revoke],
    defaults: ['name', 'standing', 'type', 'remote_addr', 'version', 'is_alive', 'load', 'stat', 'session_online'],
    min: ['name'],
    facts: ['standing', 'remote_addr'],
    cells: {
      name: { width: 132 },
      standing: { width: 92 },
      type: { width: 66 },
      remote_addr: { width: 110 },
      version: { width: 112 },
      is_alive: { width: 76 },
      session_online: { width: 150 },
      stat: { title: t('components.stat'), width: 166, sortable: false, Cell: StatCell },
      load: { width: 88, Cell: LoadCell },
    },
    refetchEvery: LIVE_MS,
    empty: t('components.empty'),
  };
  return <ResourceList definition={definition} />;
}
