import { InvalidInput } from '@postern/contract/errors';
import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { CODE_MARK, MESSAGE_MARK, NUMBERS_MARK } from '@postern/contract/settings-of-text-messages';
import { formOver } from '../settings/index.ts';

/** Characters of signature and template of CMPP together, so that the code fits into the message as well. */
const MAX_TEMPLATE = 65;

const refuse = (code: 'mark_missing' | 'max_length', params: Record<string, string | number>): never => {
  throw InvalidInput.on('non_field_errors', code, params);
};
const needs = (mark: string, ...texts: readonly string[]): void => {
  if (!texts.some((text) => text.includes(mark))) refuse('mark_missing', { mark });
};

/**
 * Refuses settings with which a message would go to nobody or say nothing. Looked at when one of them changes.
 * @throws InvalidInput
 */
export function judgeTextMessages(settings: SettingsReader, changed: ReadonlyMap<SettingKey, unknown>): void {
  const after = formOver(settings, changed);
  const touched = (start: string): boolean => [...changed.keys()].some((key) => key.startsWith(start));
  if (touched('CMPP2_VERIFY_')) {
    const template = after.get('CMPP2_VERIFY_TEMPLATE_CODE');
    needs(CODE_MARK, template);
    if (template.length + after.get('CMPP2_VERIFY_SIGN_NAME').length > MAX_TEMPLATE) refuse('max_length', { max: MAX_TEMPLATE });
  }
  const words = after.get('SMPP_VERIFY_TEMPLATE');
  if (touched('SMPP_VERIFY_') && words) needs(CODE_MARK, words);
  if (touched('CUSTOM_SMS_')) {
    const places = [after.get('CUSTOM_SMS_URL'), ...Object.values(after.get('CUSTOM_SMS_API_PARAMS'))];
    for (const mark of [CODE_MARK, NUMBERS_MARK]) needs(mark, ...places);
    const ofNotices = Object.values(after.get('CUSTOM_SMS_NOTICE_PARAMS'));
    if (ofNotices.length > 0) {
      needs(MESSAGE_MARK, ...ofNotices);
      needs(NUMBERS_MARK, after.get('CUSTOM_SMS_URL'), ...ofNotices);
    }
    // Whose server it is stands in the settings, and not in somebody's number.
    const [place = ''] = places;
    if (place && /[{}]/.test(URL.parse(place)?.host ?? '{')) throw InvalidInput.on('CUSTOM_SMS_URL', 'invalid_url');
  }
}
