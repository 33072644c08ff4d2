import { toast } from '@postern/ui';
import { act } from 'react';
import { afterEach, vi } from 'vitest';

/** What every component test needs: React's word for what is drawn too early, and an empty page afterwards. */

// React then says when something was drawn outside `act`, which a test would look at too early.
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// No pictures are drawn; jsdom says so each time it is asked.
HTMLCanvasElement.prototype.getContext = () => null;

// The tests of a file share their document: each leaves it as it found it.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  act(toast.close);
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
});
