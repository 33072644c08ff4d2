import './login.css';
import { startTheme } from '@postern/ui';
import { createRoot } from 'react-dom/client';
import { currentLanguage } from '../i18n/language.ts';
import { LoginPage } from './LoginPage.tsx';
import { takeToken } from './reset-token.ts';

// Before anything is drawn or asked for.
const token = takeToken(window.location, window.history);
document.documentElement.lang = currentLanguage().tag;
startTheme();
createRoot(document.getElementById('root') as HTMLElement).render(<LoginPage token={token} />);
