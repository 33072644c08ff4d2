import { addressOf } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import { EmptyState, toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Table } from 'antd';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../data/useDebounced.ts';
import { Dialog } from '../../../fields/Dialog.tsx';
import { RemoteSelect } from '../../../fields/RemoteSelect.tsx';
import { usePublicSettings } from '../../../session/auth.tsx';
import { errorMessage, showError } from '../../../session/errors.ts';
import { client } from '../../../session/http.ts';
import { startTask } from '../../tasks/start-task.ts';

const PAGE = 10;
/** Milliseconds until the list is asked for again while the server reads the directory. */
const AGAIN = 1_000;
const KEY = ['ldap', 'people'];

interface Person {
  id: string;
  username: string;
  name: string;
  email: string;
  groups: readonly string[];
  existing: boolean;
}

const isReading = (error: unknown): boolean => error instanceof ApiError && error.status === 409;
const words = (error: unknown): string => {
  const told = error instanceof ApiError ? (error.body as { error?: unknown } | undefined)?.error : undefined;
  return typeof told === 'string' && told !== '' ? told : errorMessage(error);
};

/** Who is in the directory, to make accounts of some of them or of all. The import goes on in the background. */
export function LdapImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'screens']);
  const settings = usePublicSettings();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [orgs, setOrgs] = useState<readonly string[]>(settings.AUTH_LDAP_SYNC_ORG_IDS ?? []);
  const [busy, setBusy] = useState(false);
  const search = useDebounced(typed.trim());
  const list = useQuery({
    queryKey: [...KEY, search, page],
    queryFn: ({ signal }) =>
      client.ldap.users({ search, order: 'existing', cache_police: 1, limit: PAGE, offset: (page - 1) * PAGE }, { signal }),
    placeholderData: (before) => before,
    retry: (_count, error) => isReading(error),
    retryDelay: AGAIN,
  });
  const { results = [], count = 0 } = (list.data ?? {}) as { results?: Person[]; count?: number };
  const readAgain = async () => {
    try {
      await client.ldap.refresh();
      await queries.resetQueries({ queryKey: KEY });
    } catch (error) {
      showError(error);
    }
  };
  const bring = async (names: readonly string[]) => {
    if (names.length === 0) return toast.error(t('auth.ldap.chooseSomebody'));
    setBusy(true);
    try {
      await startTask(client.ldap.import({ org_ids: [...orgs], username_list: [...names] }));
      toast.success(t('auth.ldap.started'));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <div className="s-ldap-foot">
      <RemoteSelect
        url={addressOf('orgs', 'list')}
        multiple
        value={orgs}
        onChange={(value) => setOrgs((value as string[] | undefined) ?? [])}
        placeholder={t('auth.ldap.organisations')}
        aria-label={t('auth.ldap.organisations')}
      />
      <Button onClick={onClose}>{t('screens:action.cancel')}</Button>
      <Button loading={busy} onClick={() => void bring(['*'])}>
        {t('auth.ldap.importAll')}
      </Button>
      <Button type="primary" loading={busy} onClick={() => void bring(chosen)}>
        {t('auth.ldap.importChosen', { count: chosen.length })}
      </Button>
    </div>
  );
  return (
    <Dialog title={t('auth.ldap.import')} width={960} keeps="beside" footer={foot} onClose={onClose}>
      <div className="s-stack">
        <Alert type="info" showIcon title={t('auth.ldap.saveFirst')} />
        <div className="s-ldap-find">
          <Input
            allowClear
            value={typed}
            maxLength={128}
            placeholder={t('screens:list.search')}
            aria-label={t('screens:list.search')}
            onChange={(event) => {
              setTyped(event.target.value);
              setPage(1);
            }}
          />
          <Button icon={<RotateCw size={14} />} onClick={() => void readAgain()}>
            {t('auth.ldap.readAgain')}
          </Button>
        </div>
        <Table<Person>
          rowKey="id"
          size="small"
          scroll={{ x: 640 }}
          loading={list.isPending}
          dataSource={results}
          rowSelection={{ selectedRowKeys: [...chosen], preserveSelectedRowKeys: true, onChange: (keys) => setChosen(keys.map(String)) }}
          pagination={{ current: page, pageSize: PAGE, total: count, showSizeChanger: false, onChange: setPage }}
          locale={{
            emptyText: (
              <EmptyState
                {...(list.error
                  ? { title: t('screens:list.failed'), text: words(list.error) }
                  : { title: t('auth.ldap.nobody'), text: t('auth.ldap.nobodyText') })}
              />
            ),
          }}
          columns={[
            { dataIndex: 'username', title: t('auth.ldap.username') },
            { dataIndex: 'name', title: t('auth.ldap.name') },
            { dataIndex: 'email', title: t('auth.ldap.email') },
            { dataIndex: 'groups', title: t('auth.ldap.groups'), render: (groups: readonly string[]) => groups.join(' | ') },
            { dataIndex: 'existing', title: t('auth.ldap.existing'), render: (yes: boolean) => (yes ? t('auth.ldap.yes') : '') },
          ]}
        />
      </div>
    </Dialog>
  );
}
