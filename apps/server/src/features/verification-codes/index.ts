import type { Feature } from '../../platform/feature.ts';
import { verificationCodes } from './tables.ts';

export { dropCode, issueCode, useSentCode } from './codes.ts';
export { mailFactor } from './mail-factor.ts';
export { maskedPhone } from './masked.ts';

/** Codes that are sent to people to prove who they are. */
export const verificationCodesFeature = (): Feature => ({ tables: [verificationCodes] });
