import { EmptyState } from '@postern/ui';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslate } from './language.tsx';
import { shellWords } from './words.ts';

export function NotFoundPage() {
  const t = useTranslate();
  return (
    <main className="pt-centre">
      <EmptyState icon={SearchX} title={t(shellWords.notFound)} action={<Link to="/">{t(shellWords.goHome)}</Link>} />
    </main>
  );
}
