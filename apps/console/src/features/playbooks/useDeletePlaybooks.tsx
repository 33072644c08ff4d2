import './playbooks.css';
import { ApiError } from '@postern/client/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { storeIds } from '../../data/api.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { relatedId } from '../../model/metadata.ts';
import { type Row, titleOf } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';

const { playbook } = RESOURCES;

/** Deletes playbooks after a question; where jobs use one, a dialog that the page has to draw leads to them. */
export function useDeletePlaybooks(): {
  remove: (rows: readonly Row[]) => Promise<boolean>;
  removeTicked: (ids: readonly Row['id'][]) => Promise<void>;
  dialog: ReactNode;
} {
  const { t } = useTranslation(['playbooks', 'screens', 'features']);
  const act = useRunAction();
  const queries = useQueryClient();
  const [used, setUsed] = useState<readonly Row['id'][]>();
  /** What a job uses is no failure to be told in passing: the dialog says what to do. */
  const attempt = async (ids: readonly Row['id'][], run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'playbook_has_job') throw error;
      setUsed(ids);
      throw new DOMException('A job uses it', 'AbortError');
    }
    await queries.invalidateQueries({ queryKey: ['list'] });
  };
  const rows = collectionAt<Row>(playbook.url);
  return {
    remove: ([row]) =>
      row === undefined
        ? Promise.resolve(false)
        : act(() => attempt([row.id], () => rows.destroy(row.id)), {
            question: {
              title: t('screens:delete.title', { noun: t('noun:playbook.one'), name: titleOf(row) }),
              text: t('screens:delete.text'),
              verb: t('screens:action.delete'),
              danger: true,
            },
            done: t('screens:delete.done', { name: titleOf(row) }),
          }),
    removeTicked: (ids) => attempt(ids, async () => rows.bulkDestroy({ spm: await storeIds(ids) })),
    dialog: used && <UsedDialog ids={used} onClose={() => setUsed(undefined)} />,
  };
}

/** The jobs of one's own that use playbooks, as links. Those of others are nobody else's to see. */
function UsedDialog({ ids, onClose }: { ids: readonly Row['id'][]; onClose: () => void }) {
  const { t } = useTranslation('playbooks');
  const jobs = useQuery({
    queryKey: ['list', RESOURCES.job.url, 'of-playbooks'],
    queryFn: async ({ signal }) => {
      const all = await collectionAt<Row>(RESOURCES.job.url).list({}, { signal });
      return Array.isArray(all) ? all : all.results;
    },
  });
  const using = (jobs.data ?? []).filter((job) => {
    const of = relatedId(job.playbook);
    return of !== undefined && ids.includes(of);
  });
  return (
    <Dialog title={t('used.title')} onClose={onClose}>
      <p>{t('used.text')}</p>
      <ul className="pb-used">
        {using.map((job) => (
          <li key={job.id}>
            <Link to={pageOf('job', job.id)} onClick={onClose}>
              {titleOf(job)}
            </Link>
          </li>
        ))}
      </ul>
      {jobs.isSuccess && using.length === 0 && <p className="s-note">{t('used.others')}</p>}
    </Dialog>
  );
}
