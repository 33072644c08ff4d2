import { EmptyState } from '@postern/ui';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { useSay } from './language.tsx';
import { shellWords } from './words.ts';

export function NotFoundPage() {
  const say = useSay();
  return (
    <main className="pt-centre">
      <EmptyState icon={SearchX} title={say(shellWords.notFound)} action={<Link to="/">{say(shellWords.goHome)}</Link>} />
    </main>
  );
}
