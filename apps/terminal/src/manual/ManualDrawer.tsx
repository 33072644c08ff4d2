import { sectionsOf } from '@postern/client/manual-text';
import type { Language } from '@postern/contract/text';
import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { CloudOff } from 'lucide-react';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import { PageText } from './PageText.tsx';
import './manual.css';

const WIDTH = 420;

const PAGE: Readonly<Record<Language, () => Promise<{ TEXT: string }>>> = {
  en: () => import('./text-en.ts'),
  zh: () => import('./text-zh.ts'),
  ja: () => import('./text-ja.ts'),
};

/** The page of the manual about the terminal, beside it. */
export function ManualDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const { language } = useLanguage();
  const page = useQuery({
    queryKey: ['manual', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => sectionsOf((await PAGE[language]()).TEXT),
  });
  const sections = page.data ?? [];
  return (
    <Drawer open size={`min(${WIDTH}px, 100vw)`} mask={false} title={sections[0]?.title ?? t(shellWords.manual)} onClose={onClose}>
      {page.isPending ? <SkeletonRows rows={6} columns={1} label={t(shellWords.manual)} /> : null}
      {page.isError ? (
        <EmptyState
          icon={CloudOff}
          title={t(shellWords.manualFailed)}
          action={<Button onClick={() => void page.refetch()}>{t(shellWords.retry)}</Button>}
        />
      ) : null}
      {sections.map(({ heading, body }) => (
        <section key={heading} className="pt-manual">
          <h2>{heading}</h2>
          <PageText markdown={body} />
        </section>
      ))}
    </Drawer>
  );
}
