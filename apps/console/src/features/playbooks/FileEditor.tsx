import { Button, EmptyState, SkeletonRows } from '@postern/ui';
import { Alert } from 'antd';
import { FileQuestion, RotateCcw, Save, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnless } from '../../session/useRefusals.ts';
import { DiffLines } from '../jobs/DiffLines.tsx';
import type { LineFinding } from './editor-findings.ts';
import { type Change, isChanged, type Tab } from './editor-tabs.ts';
import { YamlEditor } from './YamlEditor.tsx';

interface Props {
  tab: Tab;
  readOnly: boolean;
  saving: boolean;
  findings: readonly LineFinding[];
  goTo?: { line: number } | undefined;
  onChange: (change: Change) => void;
  onSave: () => void;
}

/** One open file: what is done with it, what is wrong with it, and its text. */
export function FileEditor({ tab, readOnly, saving, findings, goTo, onChange, onSave }: Props) {
  const { t } = useTranslation(['playbooks', 'screens']);
  const unless = useUnless();
  const [finding, setFinding] = useState(false);
  const { path } = tab;
  if (tab.saved === undefined) return <SkeletonRows rows={8} columns={1} label={t('screens:list.loading')} />;
  if (tab.isBinary) return <EmptyState icon={FileQuestion} title={t('file.binary')} text={t('file.binaryText')} />;
  const changed = isChanged(tab);
  return (
    <div className="pb-file">
      <div className="pb-file-head">
        {!readOnly && (
          <>
            <Button
              size="small"
              type="primary"
              icon={<Save size={14} />}
              refused={unless(changed, 'refused:unchanged')}
              loading={saving}
              onClick={onSave}
            >
              {t('screens:action.save')}
            </Button>
            <Button
              size="small"
              icon={<RotateCcw size={14} />}
              locked={saving}
              refused={unless(changed, 'refused:unchanged')}
              onClick={() => onChange({ do: 'reset', path })}
            >
              {t('file.reset')}
            </Button>
          </>
        )}
        <Button size="small" icon={<Search size={14} />} aria-expanded={finding} onClick={() => setFinding(!finding)}>
          {t('find.open')}
        </Button>
      </div>
      {tab.theirs && <Theirs tab={tab} theirs={tab.theirs.content} onChange={onChange} />}
      <YamlEditor
        label={path}
        text={tab.text}
        onChange={(text) => onChange({ do: 'type', path, text })}
        readOnly={readOnly}
        findings={findings}
        goTo={goTo}
        finding={finding}
        onFind={setFinding}
      />
    </div>
  );
}

/** The file was saved by somebody else meanwhile: which of the two stays is the person's to say. */
function Theirs({ tab, theirs, onChange }: { tab: Tab; theirs: string; onChange: (change: Change) => void }) {
  const { t } = useTranslation('playbooks');
  const [shown, setShown] = useState(false);
  const { path } = tab;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('stale.title')}
      description={
        <div className="s-stack">
          <span>{t('stale.text')}</span>
          <span className="pb-buttons">
            <Button size="small" onClick={() => onChange({ do: 'takeTheirs', path })}>
              {t('stale.theirs')}
            </Button>
            <Button size="small" onClick={() => onChange({ do: 'keepMine', path })}>
              {t('stale.mine')}
            </Button>
            <Button size="small" type="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {t('stale.compare')}
            </Button>
          </span>
          {shown && <DiffLines left={theirs} right={tab.text} sides={{ left: t('stale.left'), right: t('stale.right') }} />}
        </div>
      }
    />
  );
}
