import { startTheme } from '@postern/ui';
import { showLoadFailure } from './startup/load-failure.ts';
import { prefetchList } from './startup/prefetch-list.ts';
import { addressInApp, startConsole } from './startup/start.ts';

startTheme();
// The requests of the start-up leave before the bulk of the code is fetched and read; both then go on side by side.
const started = startConsole();
// Whoever draws tells of a failure; until that code is here, it must not count as unhandled.
started.catch(() => undefined);
prefetchList(addressInApp());
// Read in two steps with a pause between them: as one, the thread would be taken for too long.
void import('./startup/preload-libraries.ts')
  .then(({ yieldThread }) => yieldThread())
  .then(() => import('./draw.tsx'))
  .then(({ draw }) => draw(started))
  .catch(showLoadFailure);
