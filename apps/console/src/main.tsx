import { startTheme } from '@postern/ui';
import { askForList } from './startup/ask-early.ts';
import { addressInApp, startConsole } from './startup/start.ts';

startTheme();
// The requests of the start-up leave before the bulk of the code is fetched and read; both then go on side by side.
const started = startConsole();
askForList(addressInApp());
void import('./draw.tsx').then(({ draw }) => draw(started));
