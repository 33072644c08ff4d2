import { startTheme } from '@postern/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/App.tsx';
import { keepAboveKeyboard } from './touch/keyboard-room.ts';
import './shell/shell.css';

startTheme();
keepAboveKeyboard(window);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
