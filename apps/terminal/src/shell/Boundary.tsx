import { EmptyState } from '@postern/ui';
import { Button } from 'antd';
import { CloudOff } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslate } from './language.tsx';
import { shellWords } from './words.ts';

/** Says that a page failed to arrive or to draw; without it React takes everything away and leaves a blank window. React has no hook for this. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const t = useTranslate();
  return (
    <main className="pt-centre">
      <EmptyState
        icon={CloudOff}
        title={t(shellWords.startFailed)}
        text={t(shellWords.failed)}
        action={<Button onClick={() => window.location.reload()}>{t(shellWords.retry)}</Button>}
      />
    </main>
  );
}
