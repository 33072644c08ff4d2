import { SkeletonRows, SplitPane, useMobile } from '@postern/ui';
import { Button } from 'antd';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Narrowed } from './narrowed.ts';

interface Props {
  tree: ReactNode;
  name: string;
  /** Shows everything again; undefined while nothing is picked in the tree. */
  onShowAll?: (() => void) | undefined;
  children: ReactNode;
}

/** A tree left of a table, of a width the person chooses. On small screens it opens above the table when asked for. */
export function TreePane({ tree, name, onShowAll, children: table }: Props) {
  const { t } = useTranslation('screens');
  const mobile = useMobile();
  const [open, setOpen] = useState(false);
  const children = <Narrowed value={onShowAll}>{table}</Narrowed>;
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
