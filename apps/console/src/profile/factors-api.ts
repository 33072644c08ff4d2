import { keyOf } from '../data/keys.ts';
import { client } from '../session/http.ts';

/** Second factors of the person (docs/decisions/0032). */
export const FACTORS = keyOf('profile', 'mfa');

export interface Passkey {
  id: string;
  name: string;
  domain: string;
  backed_up: boolean;
  date_created: string;
  date_last_used: string | null;
}

export interface Factors {
  /** By setting or administrator: the last factor cannot be taken away. */
  forced: boolean;
  otp: boolean;
  recovery_codes: { left: number; total: number };
  /** False at an address made of numbers. */
  passkeys_possible: boolean;
  passkeys: Passkey[];
}

export const loadFactors = (signal: AbortSignal) => client.profile.mfa({}, { signal });
export const startOtp = () => client.profile.otpStart();
export const bindOtp = (code: string) => client.profile.otpBind({ code });
export const removeOtp = () => client.profile.otpUnbind();
export const makeCodes = () => client.profile.recovery();
export const startPasskey = () => client.profile.passkeyStart();
export const addPasskey = (name: string, response: object) => client.profile.passkeyAdd({ name, response });
export const renamePasskey = (id: string, name: string) => client.profile.passkeyRename(id, { name });
export const removePasskey = (id: string) => client.profile.passkeyRemove(id);
