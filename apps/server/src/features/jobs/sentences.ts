import { CodedError } from '@postern/contract/errors';
import type { Language } from '@postern/contract/text';
import { translateError } from '../../platform/http/errors.ts';
import type { HostReason } from './host-status.ts';

/** Why a machine was left out or not reached, in the words of a reader. */
export function reasonText({ code, params = {} }: HostReason, language: Language): string {
  const { body } = translateError(new CodedError(code, params), language, '');
  return typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : code;
}

/** A line of the log about one machine. */
export const hostLine = (name: string, reason: HostReason, language: Language): string => `[${name}] ${reasonText(reason, language)}`;
