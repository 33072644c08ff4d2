import { SkeletonRows, SplitPane, useMobile } from '@postern/ui';
import { Button } from 'antd';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A tree left of a table, of a width the person chooses. On small screens it opens above the table when asked for. */
export function TreePane({ tree, name, children }: { tree: ReactNode; name: string; children: ReactNode }) {
  const { t } = useTranslation('screens');
  const mobile = useMobile();
  const [open, setOpen] = useState(false);
  const waiting = <Suspense fallback={<SkeletonRows rows={6} columns={1} label={t('list.loading')} />}>{tree}</Suspense>;
  if (mobile)
    return (
      <>
        <Button className="s-tree-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'tree.collapse' : 'tree.show')}
          {open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </Button>
        {open && <div>{waiting}</div>}
        {children}
      </>
    );
  return (
    <SplitPane
      storeKey={`treePane_${name}`}
      labels={{ resize: t('tree.resize'), collapse: t('tree.collapse'), expand: t('tree.show') }}
      side={waiting}
    >
      {children}
    </SplitPane>
  );
}
