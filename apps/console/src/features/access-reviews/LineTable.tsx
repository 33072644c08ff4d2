import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../model/resource.ts';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DecisionTag } from './DecisionTag.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import { LastUsed, Since } from './line-cells.tsx';
import { isGroup, type Line } from './reviews.ts';

interface Props extends Pick<ListDefinition<Line>, 'rowActions' | 'bulkActions' | 'canSelect' | 'transfer' | 'toolbar' | 'empty'> {
  resource: Resource;
  review: string;
  name: string;
  /** Only those that are decided so. */
  decision?: string | undefined;
  /** Whether decisions stand in a column of their own, and not in the buttons beside. */
  told: boolean;
  /** What can be done at the side, and then closes it. */
  footer?: (line: Line, onDone: () => void) => ReactNode;
}

/** Who has which access: the lines of a review, each with a page of its own at the side. */
export function LineTable({ resource, review, name, decision, told, footer, ...rest }: Props) {
  const { t } = useTranslation('reviews');
  const [open, setOpen] = useState<Line>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ResourceList<Line>
        definition={{
          ...rest,
          resource,
          name,
          syncUrl: false,
          query: { review, ...(decision ? { decision } : {}) },
          readOnly: true,
          linkTo: false,
          onEnter: setOpen,
          exclude: ['review', 'members', 'permission_id', 'subject_id'],
          defaults: [
            'subject',
            'permission',
            'assets_amount',
            'date_last_used',
            'since',
            ...(told ? ['decision', 'decided_by', 'outcome'] : []),
          ],
          min: ['subject'],
          facts: ['permission', 'date_last_used'],
          search: { exclude: ['review'] },
          cells: {
            subject: { width: 230, render: (line) => <Who line={line} onOpen={setOpen} /> },
            permission: { width: 220, render: (line) => <What line={line} /> },
            assets_amount: { title: t('reach'), width: 140, align: 'start', sortable: false, render: (line) => <Reach line={line} /> },
            date_last_used: { width: 130, render: (line) => <LastUsed line={line} /> },
            since: { width: 140, sortable: false, render: (line) => <Since line={line} /> },
            decision: { width: 120, render: (line) => <DecisionTag line={line} /> },
            decided_by: { width: 160 },
            outcome: { width: 150, sortable: false },
            members_amount: { width: 100 },
            nodes_amount: { width: 100 },
          },
        }}
      />
      {open && <LineDrawer line={open} footer={footer?.(open, close)} onClose={close} />}
    </>
  );
}

function Who({ line, onOpen }: { line: Line; onOpen: (line: Line) => void }) {
  const { t } = useTranslation('reviews');
  return (
    <span className="ar-who">
      <button type="button" className="p-bare s-link" aria-haspopup="dialog" onClick={() => onOpen(line)}>
        {line.subject}
      </button>
      {isGroup(line) && <small>{t('group', { count: line.members_amount })}</small>}
    </span>
  );
}

function What({ line }: { line: Line }) {
  return (
    <span className="ar-who">
      <span translate="no">{line.permission}</span>
      <small className="ar-narrow">
        <Reach line={line} />
      </small>
    </span>
  );
}

function Reach({ line }: { line: Line }) {
  const { t } = useTranslation('reviews');
  const { assets_amount: assets, nodes_amount: nodes } = line;
  const parts = [...(assets > 0 ? [t('assets', { count: assets })] : []), ...(nodes > 0 ? [t('nodes', { count: nodes })] : [])];
  return <span title={[...line.assets, ...line.nodes].join(', ')}>{parts.join(', ') || t('nothing')}</span>;
}
