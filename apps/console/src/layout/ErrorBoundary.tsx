import { Component, type ReactNode } from 'react';
import { ScreenFailed } from './ErrorPage.tsx';

interface Props {
  /** A new value starts over: the next page is not held responsible for the last one. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  key: string;
}

/** Keeps a failing screen from taking the frame along. React has no hook for this, hence the class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, key: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { failed: false, key: props.resetKey };
  }

  override render(): ReactNode {
    return this.state.failed ? <ScreenFailed onRetry={() => location.reload()} /> : this.props.children;
  }
}
