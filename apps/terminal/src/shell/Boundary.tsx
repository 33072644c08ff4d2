import { EmptyState } from '@postern/ui';
import { Button } from 'antd';
import { CloudOff } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useSay } from './language.tsx';
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
  const say = useSay();
  return (
    <main className="pt-centre">
      <EmptyState
        icon={CloudOff}
        title={say(shellWords.startFailed)}
        text={say(shellWords.failed)}
        action={<Button onClick={() => window.location.reload()}>{say(shellWords.retry)}</Button>}
      />
    </main>
  );
}
