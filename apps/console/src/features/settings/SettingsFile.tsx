import '../../screens/screens.css';
import './settings.css';
import { ApiError } from '@postern/client/http';
import { Button, EmptyState, Surface, toast } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Upload } from 'antd';
import { Check, FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { Chosen, Problem, useFileCheck } from '../../fields/file-parts.tsx';
import { HeadedTable } from '../../fields/HeadedTable.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { errorMessage, showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { refreshPublicSettings } from '../../startup/public-settings.ts';

/** As the server takes bodies. */
const MOST = 2 * 1024 * 1024 - 1024;

type Plan = Awaited<ReturnType<typeof client.file.preview>>;

/** Settings as one file: out of here, and into here after a look at what that does (docs/wire/settings.md#settings-file). */
export function SettingsFileScreen() {
  const { t } = useTranslation('settings');
  const run = useRunAction();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await run(async () => {
      const file = await client.file.export(undefined);
      const day = String(file.exported).slice(0, 10);
      saveFile(`postern-settings-${day}.json`, new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }));
    });
    setBusy(false);
  };
  return (
    <Page title={t('file.title')}>
      <div className="set-stack">
        <Surface title={t('file.export')} purpose={t('file.exportPurpose')}>
          <Button loading={busy} onClick={() => void save()}>
            {t('file.exportNow')}
          </Button>
        </Surface>
        <Import />
      </div>
    </Page>
  );
}

interface Picked {
  name: string;
  file: object;
  plan: Plan;
}

/** The JSON object in a file; undefined where there is none. */
async function objectIn(file: File): Promise<object | undefined> {
  try {
    const value: unknown = JSON.parse(await file.text());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function Import() {
  const { t } = useTranslation('settings');
  const unless = useUnless();
  const queries = useQueryClient();
  const { problem, setProblem, check } = useFileCheck('.json', MOST);
  const [picked, setPicked] = useState<Picked>();
  const [busy, setBusy] = useState(false);
  const look = async (name: string, file: object) => {
    try {
      setPicked({ name, file, plan: await client.file.preview({ file }) });
    } catch (error) {
      setPicked(undefined);
      if (error instanceof ApiError && error.status === 400)
        setProblem('file' in error.fields ? t('file.unreadable') : errorMessage(error));
      else showError(error);
    }
  };
  const pick = async (chosen: File) => {
    setPicked(undefined);
    if (!check(chosen)) return;
    const file = await objectIn(chosen);
    if (file) await look(chosen.name, file);
    else setProblem(t('file.unreadable'));
  };
  const bring = async ({ name, file, plan }: Picked) => {
    setBusy(true);
    try {
      const { changed } = await client.file.import({ file, seen: plan.seen });
      await Promise.all([refreshPublicSettings(), queries.invalidateQueries()]);
      setPicked(undefined);
      toast.success(t('file.done', { count: changed }));
    } catch (error) {
      showError(error);
      // Somebody has changed something meanwhile: what it would do now is to be seen first.
      await look(name, file);
    } finally {
      setBusy(false);
    }
  };
  const count = picked ? picked.plan.changes.length + picked.plan.providers.length : 0;
  return (
    <Surface title={t('file.import')} purpose={t('file.importPurpose')}>
      <div className="set-stack">
        <div className="set-row">
          <Upload
            accept=".json"
            showUploadList={false}
            disabled={busy}
            beforeUpload={(chosen) => {
              void pick(chosen);
              return Upload.LIST_IGNORE;
            }}
          >
            <Button icon={<FileUp size={14} aria-hidden="true" />}>{t('file.choose')}</Button>
          </Upload>
          {picked ? <Chosen name={picked.name} disabled={busy} onRemove={() => setPicked(undefined)} /> : null}
          <Problem text={problem} />
        </div>
        {picked ? <PlanShown plan={picked.plan} /> : null}
        {picked && count > 0 ? (
          <div className="set-row">
            <Button
              type="primary"
              loading={busy}
              refused={unless(picked.plan.problems.length === 0, 'refused:problems')}
              onClick={() => void bring(picked)}
            >
              {t('file.importNow', { count })}
            </Button>
          </div>
        ) : null}
      </div>
    </Surface>
  );
}

type Note = Plan['problems'][number];

/** What the file would do, and what speaks against it. */
function PlanShown({ plan }: { plan: Plan }) {
  const { t } = useTranslation('settings');
  const lines = (notes: readonly Note[]) =>
    notes.map(({ category, provider, key, label, message }) => ({
      id: `${category}@${provider}:${key}:${message}`,
      text: `${[provider, label].filter(Boolean).join(' › ') || category}: ${message}`,
    }));
  const providers = plan.providers.map(({ name, label, action }) => ({
    id: name,
    text: t(action === 'create' ? 'file.create' : 'file.rename', { label }),
  }));
  const idle = plan.changes.length + plan.providers.length + plan.problems.length === 0;
  return (
    <>
      <Notes type="error" title={t('file.problems')} lines={lines(plan.problems)} />
      <Notes type="warning" title={t('file.secrets')} lines={lines(plan.secrets)} />
      <Notes type="info" title={t('file.leftOut')} lines={lines(plan.left_out)} />
      <Notes type="info" title={t('file.providers')} lines={providers} />
      {idle ? <EmptyState icon={Check} title={t('file.nothing')} text={t('file.nothingText')} /> : null}
      {plan.changes.length > 0 ? (
        <div className="set-plan">
          <HeadedTable heads={[t('file.setting'), t('file.before'), t('file.after')]}>
            {plan.changes.map(({ category, provider, key, label, title, before, after }) => (
              <tr key={`${category}@${provider}:${key}`}>
                <th scope="row" title={[title, provider].filter(Boolean).join(' › ')}>
                  {label}
                </th>
                <td className={before ? 'is-before' : 's-empty'}>{before || t('changes.empty')}</td>
                <td className={after ? 'is-after' : 's-empty'}>{after || t('changes.empty')}</td>
              </tr>
            ))}
          </HeadedTable>
        </div>
      ) : null}
    </>
  );
}

function Notes({
  type,
  title,
  lines,
}: {
  type: 'error' | 'warning' | 'info';
  title: string;
  lines: readonly { id: string; text: string }[];
}) {
  if (lines.length === 0) return null;
  const list = (
    <ul className="set-notes">
      {lines.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
  return <Alert type={type} showIcon title={title} description={list} />;
}
