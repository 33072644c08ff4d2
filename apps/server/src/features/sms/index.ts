import type { Feature } from '../../platform/feature.ts';
import { smsRoutes } from './sms.routes.ts';
import type { SmsDeps } from './sms-factor.ts';

export { judgeTextMessages } from './judge.ts';
export { smsCarrier, smsDelivery } from './notices.ts';
export { type SmsDeps, smsFactor } from './sms-factor.ts';

/** Text messages: who carries them, a test, and codes by them as second factor (docs/text-messages.md). */
export const smsFeature = (deps: SmsDeps): Feature => ({ routes: smsRoutes(deps) });
