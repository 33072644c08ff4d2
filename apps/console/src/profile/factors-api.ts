import { http } from '../session/http.ts';

/** Second factors of the person (docs/decisions/0032). */
export const FACTORS = ['second-factors'];

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

/** Codes are told once, when they are made; empty when the person has some. */
interface Made {
  recovery_codes: string[];
}

const BASE = 'users/profile/';

export const loadFactors = (signal: AbortSignal) => http.get<Factors>(`${BASE}mfa/`, { signal });
export const startOtp = () => http.post<{ secret: string; uri: string }>(`${BASE}otp/start/`);
export const bindOtp = (code: string) => http.post<Made>(`${BASE}otp/`, { code });
export const removeOtp = () => http.del(`${BASE}otp/`);
export const makeCodes = () => http.post<Made>(`${BASE}recovery-codes/`);
export const startPasskey = () => http.post<unknown>(`${BASE}passkeys/start/`);
export const addPasskey = (name: string, response: unknown) => http.post<Made>(`${BASE}passkeys/`, { name, response });
export const renamePasskey = (id: string, name: string) => http.patch(`${BASE}passkeys/${id}/`, { name });
export const removePasskey = (id: string) => http.del(`${BASE}passkeys/${id}/`);
