import type { Feature } from '../../platform/feature.ts';
import { verificationCodes } from './tables.ts';

export { type CodeOf, issueCode, useSentCode, withdrawCode } from './codes.ts';
export { mailFactor } from './mail-factor.ts';

/** Codes that are sent to people to prove who they are. */
export const verificationCodesFeature = (): Feature => ({ tables: [verificationCodes] });
