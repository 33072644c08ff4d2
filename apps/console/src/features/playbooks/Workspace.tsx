import './playbooks.css';
import { EmptyState, SplitPane, useMobile } from '@postern/ui';
import { Alert, Button } from 'antd';
import { ArrowLeft, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedGuard } from '../../screens/form/useUnsavedGuard.tsx';
import { CloseQuestion } from './CloseQuestion.tsx';
import { isChanged, type Tab } from './editor-tabs.ts';
import { FileEditor } from './FileEditor.tsx';
import { FileTree } from './FileTree.tsx';
import { FindingList } from './FindingList.tsx';
import { OpenFiles } from './OpenFiles.tsx';
import { ENTRIES, type Finding } from './playbook-api.ts';
import { useFileTree } from './useFileTree.ts';
import { useWorkspace } from './useWorkspace.ts';

interface Props {
  playbook: string;
  /** Another one once Git has brought other files. */
  version?: unknown;
  /** Only looked at, such as somebody else's. */
  readOnly: boolean;
  isGit: boolean;
}

const NOTHING: readonly Finding[] = [];

/** The files of a playbook: a tree, tabs of the open ones, and what the check has found. */
export function Workspace({ playbook, version, readOnly, isGit }: Props) {
  const { t } = useTranslation('playbooks');
  const mobile = useMobile();
  const { tabs, change, open, save, isSaving, findings = NOTHING, checkAgain, isDirty } = useWorkspace(playbook, version);
  const [step, setStep] = useState<'files' | 'editor'>('files');
  const [goTo, setGoTo] = useState<Finding>();
  const [closing, setClosing] = useState<Tab>();
  useUnsavedGuard(isDirty, { tabs: true });
  const files = useFileTree(playbook, version);
  const entry = ENTRIES.find((name) => files.nodes.some(({ id }) => id === name));
  const begun = useRef(false);
  // Where the playbook begins, once there is something to open.
  useEffect(() => {
    if (entry === undefined || begun.current) return;
    begun.current = true;
    open(entry);
  }, [entry, open]);

  const { active } = tabs;
  // The browser would save the page instead, wherever the keyboard is.
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (active !== undefined && !readOnly && !document.querySelector('[role="dialog"]')) void save(active);
    };
    window.addEventListener('keydown', keys);
    return () => window.removeEventListener('keydown', keys);
  });

  const show = (path: string) => {
    open(path);
    setStep('editor');
  };
  const close = (path: string) => {
    const tab = tabs.open.find((one) => one.path === path);
    if (tab && isChanged(tab)) setClosing(tab);
    else change({ do: 'close', path });
  };
  const byPath = useMemo(() => Map.groupBy(findings, ({ path }) => path), [findings]);
  const editorOf = (tab: Tab): ReactNode => (
    <FileEditor
      tab={tab}
      readOnly={readOnly}
      saving={isSaving(tab.path)}
      findings={byPath.get(tab.path) ?? NOTHING}
      goTo={goTo?.path === tab.path ? goTo : undefined}
      onChange={change}
      onSave={() => void save(tab.path)}
    />
  );
  const tree = (
    <FileTree
      playbook={playbook}
      tree={files}
      readOnly={readOnly}
      shown={active}
      onOpen={show}
      onChange={change}
      onDone={() => void checkAgain()}
    />
  );
  const editors = (
    <div className="pb-main">
      {tabs.open.length === 0 ? (
        <EmptyState icon={FileText} title={t('file.none')} text={t('file.noneText')} />
      ) : (
        <>
          <OpenFiles tabs={tabs.open} active={active} onShow={(path) => change({ do: 'open', path })} onClose={close} />
          {tabs.open.map((tab) => (
            // What can be undone, the cursor and the place in the text stay with each.
            <div key={tab.id} hidden={tab.path !== active}>
              {editorOf(tab)}
            </div>
          ))}
        </>
      )}
      <FindingList
        findings={findings}
        onGo={(finding) => {
          show(finding.path);
          setGoTo({ ...finding });
        }}
      />
    </div>
  );
  return (
    <div className="pb-workspace">
      {isGit && !readOnly && <Alert type="warning" showIcon title={t('git.replaced')} className="s-alert" />}
      {readOnly && <Alert type="info" showIcon title={t('file.readOnly')} className="s-alert" />}
      {!mobile && (
        <SplitPane
          storeKey="playbookFiles"
          labels={{ resize: t('tree.resize'), collapse: t('tree.collapse'), expand: t('tree.expand') }}
          side={tree}
        >
          {editors}
        </SplitPane>
      )}
      {mobile && step === 'files' && tree}
      {mobile && (
        // What was typed and what can be undone stays while the files are looked at.
        <div hidden={step === 'files'}>
          <Button size="small" className="pb-new" icon={<ArrowLeft size={14} />} onClick={() => setStep('files')}>
            {t('tree.back')}
          </Button>
          {editors}
        </div>
      )}
      {closing && (
        <CloseQuestion
          path={closing.path}
          onSave={() => save(closing.path)}
          onDone={(done) => {
            if (done) change({ do: 'close', path: closing.path });
            setClosing(undefined);
          }}
        />
      )}
    </div>
  );
}
