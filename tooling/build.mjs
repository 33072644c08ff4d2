// `npm run build`: what `npm start` would build, without starting.
import { buildApps, install } from './prepare.mjs';
import { fail } from './steps.mjs';

try {
  await buildApps(await install());
} catch (error) {
  fail(error);
}
