import type { Row } from '@postern/client/api';
import { CopyableText, RelativeTime, StatusTag, useConfirm } from '@postern/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';
import { showError } from '../session/errors.ts';
import { type KeyTerms, LimitsButton } from './KeyLimits.tsx';
import { ShortTable } from './ShortTable.tsx';

type AccessKey = Row<'accessKeys'>;

/** How keys are changed, which depends on whose they are. */
export interface Acts {
  mayChange: boolean;
  mayDelete: boolean;
  change: (id: string, values: Partial<KeyTerms> & { is_active?: boolean }) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  reload: () => unknown;
  /** Makes another key with the terms of this one, to put in its place. */
  replace?: (row: AccessKey) => void;
  /** Of the form of its limits, where the rights are not those of whoever looks. */
  rightsHelp?: string;
}

interface Props extends Acts {
  rows: AccessKey[];
  empty: { title: string; text: string };
  /** What a key may that is held to no rights. */
  allRights: string;
}

/** Keys that sign API requests: a person's own, or those of a service account. Their secrets are shown when they are made, and never here. */
export function KeyTable({ rows, empty, allRights, ...acts }: Props) {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  return (
    <ShortTable
      rows={rows}
      empty={{ icon: KeyRound, ...empty }}
      columns={[
        { title: t('keys.id'), dataIndex: 'id', render: (id: string) => <CopyableText mono value={id} labels={labels} /> },
        {
          title: t('field.status'),
          dataIndex: 'is_active',
          render: (on: boolean) => <StatusTag tone={on ? 'success' : 'neutral'}>{on ? t('keys.on') : t('keys.off')}</StatusTag>,
        },
        {
          title: t('keys.made'),
          dataIndex: 'date_created',
          render: (date: string) => <RelativeTime value={date} language={currentLanguage().tag} />,
        },
        { title: t('keys.used'), key: 'used', render: (_, row) => <LastUse row={row} /> },
        { title: t('keys.addresses'), dataIndex: 'ip_group', render: (group: string[]) => <Addresses group={group} /> },
        { title: t('keys.may'), key: 'may', render: (_, row) => <May row={row} all={allRights} /> },
        { title: t('keys.ends'), dataIndex: 'date_expired', render: (end: string | null) => <End end={end} /> },
        { title: t('keys.actions'), key: 'actions', align: 'right', render: (_, row) => <KeyActions row={row} {...acts} /> },
      ]}
    />
  );
}

/** When and from where a key was used; a key that nobody knows of shows here. */
function LastUse({ row }: { row: AccessKey }) {
  const { t } = useTranslation('profile');
  if (!row.date_last_used) return <span className="s-empty">{t('keys.never')}</span>;
  return (
    <>
      <RelativeTime value={row.date_last_used} language={currentLanguage().tag} /> · <span className="p-mono">{row.last_used_from}</span>
    </>
  );
}

/** Where a key may be used from. */
function Addresses({ group }: { group: string[] }) {
  const { t } = useTranslation('profile');
  return group.includes('*') ? <span className="s-empty">{t('keys.anywhere')}</span> : <span className="p-mono">{group.join(', ')}</span>;
}

/** What a key may do of what its owner may. */
function May({ row, all }: { row: AccessKey; all: string }) {
  const { t } = useTranslation('profile');
  const { permissions, is_read_only } = row;
  const rights = permissions.length > 0 ? t('keys.someRights', { count: permissions.length }) : all;
  return (
    <span className={is_read_only || permissions.length > 0 ? undefined : 's-empty'} title={permissions.join('\n')}>
      {is_read_only ? t('keys.reads', { rights }) : rights}
    </span>
  );
}

/** The moment from which a key opens nothing. */
function End({ end }: { end: string | null }) {
  const { t } = useTranslation('profile');
  if (!end) return <span className="s-empty">{t('keys.noEnd')}</span>;
  return <RelativeTime value={end} language={currentLanguage().tag} />;
}

function KeyActions({ row, mayChange, mayDelete, change, remove, reload, replace, rightsHelp }: Acts & { row: AccessKey }) {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const toggle = useMutation({
    mutationFn: () => change(row.id, { is_active: !row.is_active }),
    onSuccess: reload,
    onError: showError,
  });
  const end = () =>
    confirm({
      title: t('keys.deleteTitle'),
      text: t('keys.deleteText'),
      action: t('keys.delete'),
      cancel: t('shell:cancel'),
      danger: true,
      run: () => remove(row.id).then(reload, showError),
    });
  return (
    <>
      {mayChange && replace ? (
        <Button type="link" size="small" onClick={() => replace(row)}>
          {t('keys.replace')}
        </Button>
      ) : null}
      {mayChange ? (
        <LimitsButton row={row} save={(terms) => change(row.id, terms)} onSaved={reload} {...(rightsHelp ? { rightsHelp } : {})} />
      ) : null}
      {mayChange ? (
        <Button type="link" size="small" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {row.is_active ? t('keys.disable') : t('keys.enable')}
        </Button>
      ) : null}
      {mayDelete ? (
        <Button type="link" size="small" danger onClick={() => void end()}>
          {t('keys.delete')}
        </Button>
      ) : null}
    </>
  );
}
