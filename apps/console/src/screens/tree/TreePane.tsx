import { SkeletonRows, SplitPane } from '@postern/ui';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

/** A tree left of a table, of a width the person chooses; above it on small screens. */
export function TreePane({ tree, name, children }: { tree: ReactNode; name: string; children: ReactNode }) {
  const { t } = useTranslation('screens');
  return (
    <SplitPane
      storeKey={`treePane_${name}`}
      labels={{ resize: t('tree.resize'), collapse: t('tree.collapse'), expand: t('tree.show') }}
      side={<Suspense fallback={<SkeletonRows rows={6} columns={1} label={t('list.loading')} />}>{tree}</Suspense>}
    >
      {children}
    </SplitPane>
  );
}
