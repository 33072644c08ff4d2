import { PhoneInput } from '../../../fields/PhoneInput.tsx';
import { AreaInput } from '../../../fields/text/TextInput.tsx';
import type { FieldSpec } from '../../../screens/form/form-definition.ts';

/** What the dialog of each way to send asks for, by the word of each group. */
export const BACKEND_FORMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  alibaba: {
    account: ['ALIBABA_ACCESS_KEY_ID', 'ALIBABA_ACCESS_KEY_SECRET', 'ALIBABA_SMS_ENDPOINT'],
    text: ['ALIBABA_VERIFY_SIGN_NAME', 'ALIBABA_VERIFY_TEMPLATE_CODE', 'ALIBABA_NOTICE_TEMPLATE_CODE'],
  },
  tencent: {
    account: ['TENCENT_SECRET_ID', 'TENCENT_SECRET_KEY', 'TENCENT_SDKAPPID', 'TENCENT_SMS_ENDPOINT', 'TENCENT_SMS_REGION'],
    text: ['TENCENT_VERIFY_SIGN_NAME', 'TENCENT_VERIFY_TEMPLATE_CODE', 'TENCENT_NOTICE_TEMPLATE_CODE'],
  },
  huawei: {
    account: ['HUAWEI_APP_KEY', 'HUAWEI_APP_SECRET', 'HUAWEI_SMS_ENDPOINT'],
    text: ['HUAWEI_SIGN_CHANNEL_NUM', 'HUAWEI_VERIFY_SIGN_NAME', 'HUAWEI_VERIFY_TEMPLATE_CODE', 'HUAWEI_NOTICE_TEMPLATE_CODE'],
  },
  cmpp2: {
    account: ['CMPP2_HOST', 'CMPP2_PORT', 'CMPP2_SP_ID', 'CMPP2_SP_SECRET', 'CMPP2_SRC_ID', 'CMPP2_SERVICE_ID'],
    text: ['CMPP2_VERIFY_SIGN_NAME', 'CMPP2_VERIFY_TEMPLATE_CODE'],
  },
  smpp: {
    account: ['SMPP_HOST', 'SMPP_PORT', 'SMPP_USE_TLS', 'SMPP_CA', 'SMPP_SYSTEM_ID', 'SMPP_PASSWORD', 'SMPP_SYSTEM_TYPE'],
    text: ['SMPP_SOURCE_ADDR', 'SMPP_SOURCE_TON', 'SMPP_SOURCE_NPI', 'SMPP_DEST_TON', 'SMPP_DEST_NPI', 'SMPP_VERIFY_TEMPLATE'],
  },
  custom: {
    account: ['CUSTOM_SMS_URL', 'CUSTOM_SMS_REQUEST_METHOD'],
    text: ['CUSTOM_SMS_API_PARAMS', 'CUSTOM_SMS_NOTICE_PARAMS'],
  },
};

/** The number that tests go to, in all of them. */
export const TEST_PHONE = 'SMS_TEST_PHONE';

export const BACKEND_FIELDS: Readonly<Record<string, FieldSpec>> = {
  [TEST_PHONE]: { Input: PhoneInput },
  SMPP_CA: { Input: AreaInput, shown: { field: 'SMPP_USE_TLS', is: true } },
};
