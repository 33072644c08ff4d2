// Who obeys a setting, and which test fails when nobody does. Settings that one file reads and one test covers stand together.

const PASSWORDS = { reader: 'apps/server/src/features/users/password-rules.ts' };
const LOGIN = 'apps/server/test/settings-login.test.ts';
const LOGIN_PAGE = 'apps/server/src/features/authentication/login-page.test.ts';
const COMPONENTS = 'apps/server/test/settings-components.test.ts';
const RETENTION = 'apps/server/src/features/sessions/retention.test.ts > %s says when rows of %s go';
const TOLD = { reader: 'apps/server/src/features/terminals/component.routes.ts', test: `${COMPONENTS} > %s: components are told %s` };
const MAIL = 'apps/server/src/platform/mail/mail.test.ts';
const PAGES = 'apps/server/test/settings-pages.test.ts';
const DIRECTORY = 'apps/server/src/features/directories/directory-login.test.ts';
const DIRECTORY_SYNC = 'apps/server/src/features/directories/directory-sync.test.ts';
const ANCHORS = 'apps/server/test/anchor-targets.test.ts';

const SIGN_ON = 'apps/server/src/features/single-sign-on';
const OPENID = `${SIGN_ON}/openid`;
const OPENID_LIES = `${OPENID}/openid-attacks.test.ts`;
const OAUTH2 = `${SIGN_ON}/oauth2`;
const CAS = `${SIGN_ON}/cas`;
const CHAT = 'apps/server/src/features/chat/services';
const CHAT_MESSAGES = 'apps/server/src/features/notifications/chat-messages.test.ts';
const CHAT_LOGIN = `${SIGN_ON}/chat/chat-login.test.ts`;
const RADIUS = 'apps/server/src/features/radius';
const BUTTON = `${SIGN_ON}/button.test.ts`;
const SAML2 = `${SIGN_ON}/saml2`;
const SMS = 'apps/server/src/features/sms';
const SMS_SENT = `${SMS}/backends.test.ts`;

/** @type {{ reader: string, test: string, keys: string[] }[]} */
export const READERS = [
  ...[
    ['wecom', 'AUTH_WECOM', 'WECOM_CORPID', 'WECOM_AGENTID'],
    ['dingtalk', 'AUTH_DINGTALK', 'DINGTALK_APPKEY', 'DINGTALK_APPSECRET'],
    ['feishu', 'AUTH_FEISHU', 'FEISHU_APP_ID'],
    ['slack', 'AUTH_SLACK', 'SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'],
  ].flatMap(([service, on, ...keys]) => [
    {
      reader: `${CHAT}/${service}.ts`,
      test: `${CHAT_LOGIN} > the login page offers those that are switched on and set up, by their names`,
      keys: [on],
    },
    {
      reader: `${CHAT}/${service}.ts`,
      test: `${CHAT_LOGIN} > somebody signs in there and is in here, at the page that was asked for, and the login log says by what`,
      keys,
    },
  ]),
  {
    reader: `${CHAT}/dingtalk.ts`,
    test: `${CHAT_MESSAGES} > ways are offered while their service is on and can write; a subscription says whom they lead to`,
    keys: ['DINGTALK_AGENTID'],
  },
  {
    reader: `${CHAT}/wecom.ts`,
    test: `${CHAT_LOGIN} > the token of the application is asked for once, and anew when it is refused or the secret is another`,
    keys: ['WECOM_SECRET'],
  },
  {
    reader: `${CHAT}/feishu.ts`,
    test: `${CHAT_LOGIN} > a saved secret is not shown to another service than it was given for`,
    keys: ['FEISHU_APP_SECRET', 'FEISHU_VERSION'],
  },
  {
    reader: `${CHAT}/slack.ts`,
    test: `${CHAT_LOGIN} > whoever is not of the company gets no account`,
    keys: ['SLACK_TEAM_ID'],
  },
  {
    reader: `${CHAT}/slack.ts`,
    test: `${CHAT_MESSAGES} > ways are offered while their service is on and can write; a subscription says whom they lead to`,
    keys: ['SLACK_BOT_TOKEN'],
  },
  {
    reader: `${SMS}/sms-factor.ts`,
    test: `${SMS}/codes-by-text.test.ts > where it is off, or not set up, or there is no number, nobody has it`,
    keys: ['SMS_ENABLED'],
  },
  {
    reader: `${SMS}/deliver.ts`,
    test: `${SMS}/codes-by-text.test.ts > where it is off, or not set up, or there is no number, nobody has it`,
    keys: ['SMS_BACKEND'],
  },
  {
    reader: `${SMS}/sms.routes.ts`,
    test: `${SMS}/sms-settings.test.ts > goes by what the form says, with the saved secret where it says none, and saves nothing`,
    keys: ['SMS_TEST_PHONE'],
  },
  {
    reader: `${SMS}/backends/alibaba.ts`,
    test: `${SMS_SENT} > takes a signed request for the template and its code`,
    keys: [
      'ALIBABA_ACCESS_KEY_ID',
      'ALIBABA_ACCESS_KEY_SECRET',
      'ALIBABA_VERIFY_SIGN_NAME',
      'ALIBABA_VERIFY_TEMPLATE_CODE',
      'ALIBABA_SMS_ENDPOINT',
    ],
  },
  {
    reader: `${SMS}/backends/tencent.ts`,
    test: `${SMS_SENT} > takes a signed request for the template and its code`,
    keys: [
      'TENCENT_SECRET_ID',
      'TENCENT_SECRET_KEY',
      'TENCENT_SDKAPPID',
      'TENCENT_VERIFY_SIGN_NAME',
      'TENCENT_VERIFY_TEMPLATE_CODE',
      'TENCENT_SMS_ENDPOINT',
      'TENCENT_SMS_REGION',
    ],
  },
  {
    reader: `${SMS}/backends/huawei.ts`,
    test: `${SMS_SENT} > takes a proven request at the address of the app%s`,
    keys: [
      'HUAWEI_APP_KEY',
      'HUAWEI_APP_SECRET',
      'HUAWEI_SMS_ENDPOINT',
      'HUAWEI_SIGN_CHANNEL_NUM',
      'HUAWEI_VERIFY_SIGN_NAME',
      'HUAWEI_VERIFY_TEMPLATE_CODE',
    ],
  },
  {
    reader: `${SMS}/backends/cmpp2.ts`,
    test: `${SMS_SENT} > connects, submits and ends`,
    keys: [
      'CMPP2_HOST',
      'CMPP2_PORT',
      'CMPP2_SP_ID',
      'CMPP2_SP_SECRET',
      'CMPP2_SRC_ID',
      'CMPP2_SERVICE_ID',
      'CMPP2_VERIFY_SIGN_NAME',
      'CMPP2_VERIFY_TEMPLATE_CODE',
    ],
  },
  {
    reader: `${SMS}/backends/smpp.ts`,
    test: `${SMS_SENT} > binds, submits and unbinds (encrypted: %s)`,
    keys: [
      'SMPP_HOST',
      'SMPP_PORT',
      'SMPP_USE_TLS',
      'SMPP_SYSTEM_ID',
      'SMPP_PASSWORD',
      'SMPP_SYSTEM_TYPE',
      'SMPP_SOURCE_ADDR',
      'SMPP_SOURCE_TON',
      'SMPP_SOURCE_NPI',
      'SMPP_DEST_TON',
      'SMPP_DEST_NPI',
    ],
  },
  {
    reader: `${SMS}/backends/smpp.ts`,
    test: `${SMS_SENT} > is told of a wrong password, a refused message, and a certificate of somebody else`,
    keys: ['SMPP_CA'],
  },
  {
    reader: `${SMS}/backends/smpp.ts`,
    test: `${SMS_SENT} > says it in the language of whoever reads it, or in the words of the settings`,
    keys: ['SMPP_VERIFY_TEMPLATE'],
  },
  {
    reader: `${SMS}/backends/custom.ts`,
    test: `${SMS_SENT} > is sent an object where it takes one`,
    keys: ['CUSTOM_SMS_URL', 'CUSTOM_SMS_REQUEST_METHOD', 'CUSTOM_SMS_API_PARAMS'],
  },
  {
    reader: `${SMS}/backends/custom.ts`,
    test: `${SMS}/notices.test.ts > a service of one’s own is asked with its parameters for notices`,
    keys: ['CUSTOM_SMS_NOTICE_PARAMS'],
  },
  {
    reader: `${SMS}/backends/alibaba.ts`,
    test: `${SMS_SENT} > at Alibaba Cloud`,
    keys: ['ALIBABA_NOTICE_TEMPLATE_CODE'],
  },
  {
    reader: `${SMS}/backends/tencent.ts`,
    test: `${SMS_SENT} > at Tencent Cloud`,
    keys: ['TENCENT_NOTICE_TEMPLATE_CODE'],
  },
  {
    reader: `${SMS}/backends/huawei.ts`,
    test: `${SMS_SENT} > at Huawei Cloud`,
    keys: ['HUAWEI_NOTICE_TEMPLATE_CODE'],
  },
  {
    reader: 'apps/server/src/features/vault/jobs.ts',
    test: 'apps/server/src/features/vault/vault.test.ts > are moved to the store and back, with what the page says of it',
    keys: ['VAULT_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/vault/config.ts',
    test: 'apps/server/src/features/vault/vault.test.ts > log in with an AppRole and in a namespace, and again when the log-in has ended',
    keys: ['VAULT_HCP_AUTH', 'VAULT_HCP_ROLE_ID', 'VAULT_HCP_SECRET_ID', 'VAULT_HCP_NAMESPACE'],
  },
  {
    reader: 'apps/server/src/features/vault/config.ts',
    test: 'apps/server/src/features/vault/vault.test.ts > are tried step by step, saved or not',
    keys: ['VAULT_HCP_HOST', 'VAULT_HCP_TOKEN'],
  },
  {
    reader: 'apps/server/src/features/vault/config.ts',
    test: 'apps/server/src/features/vault/vault.test.ts > of a form decide which store is asked, where in it, and whom it has to be',
    keys: [
      'VAULT_HCP_MOUNT_POINT',
      'VAULT_HCP_CA',
      'VAULT_PREFIX',
      'VAULT_BACKEND',
      'VAULT_AWS_REGION_NAME',
      'VAULT_AWS_ENDPOINT',
      'VAULT_AWS_ACCESS_KEY_ID',
      'VAULT_AWS_ACCESS_SECRET_KEY',
    ],
  },
  {
    reader: 'apps/server/src/features/scim/scim.routes.ts',
    test: 'apps/server/src/features/scim/scim.test.ts > gets in where it is off, without a token, or without the right',
    keys: ['SCIM_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/scim/kinds.ts',
    test: 'apps/server/src/features/scim/scim.test.ts > are made, found, changed and removed as Entra ID and Okta do it',
    keys: ['SCIM_USER_SOURCE'],
  },
  {
    reader: 'apps/server/src/features/authentication/login.service.ts',
    test: `${OPENID}/openid.test.ts > our second factor is asked for after theirs, unless the setting says that theirs is enough`,
    keys: ['SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY'],
  },
  {
    reader: `${OPENID}/openid.routes.ts`,
    test: `${OPENID}/openid.test.ts > the login page is told of the provider while it is switched on and set up`,
    keys: ['AUTH_OPENID', 'AUTH_OPENID_CLIENT_ID'],
  },
  {
    reader: `${OPENID}/place.ts`,
    test: `${OPENID}/openid.test.ts > somebody signs in there and is in here, at the page that was asked for, and the login log says by what`,
    keys: ['AUTH_OPENID_CLIENT_SECRET', 'AUTH_OPENID_PROVIDER_ENDPOINT'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID}/openid.test.ts > browsers come back to another address than that of the site where the settings say so`,
    keys: ['BASE_SITE_URL'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID}/openid.test.ts > what the provider says of a person is taken over at each login, where the setting says so`,
    keys: ['AUTH_OPENID_ALWAYS_UPDATE_USER'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID}/openid.test.ts > logging out here leads to the logout of the provider and back, and both sessions are over`,
    keys: ['AUTH_OPENID_SHARE_SESSION'],
  },
  {
    reader: `${OPENID}/place.ts`,
    test: `${OPENID_LIES} > the secret is shown in a header, or in the body`,
    keys: ['AUTH_OPENID_CLIENT_AUTH_METHOD'],
  },
  {
    reader: `${OPENID}/place.ts`,
    test: `${OPENID_LIES} > a provider that describes itself nowhere has the addresses of the settings, below its own; Keycloak has them by its realm`,
    keys: [
      'AUTH_OPENID_KEYCLOAK',
      'AUTH_OPENID_SERVER_URL',
      'AUTH_OPENID_REALM_NAME',
      'AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT',
      'AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT',
      'AUTH_OPENID_PROVIDER_JWKS_ENDPOINT',
      'AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT',
      'AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT',
    ],
  },
  {
    reader: `${OPENID}/place.ts`,
    test: `${OPENID_LIES} > the secret signs tokens only where the settings say so`,
    keys: ['AUTH_OPENID_PROVIDER_SIGNATURE_ALG'],
  },
  {
    reader: `${OPENID}/place.ts`,
    test: `${OPENID_LIES} > a key of the settings takes the place of the published ones`,
    keys: ['AUTH_OPENID_PROVIDER_SIGNATURE_KEY'],
  },
  {
    reader: `${OPENID}/place.ts`,
    test: `${OPENID_LIES} > a provider with a certificate of its own is believed where its authority stands in the settings, and else not`,
    keys: ['AUTH_OPENID_CA'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID}/openid-strength.test.ts > a strength that is required is asked for, and nobody gets in by less`,
    keys: ['AUTH_OPENID_ACR_VALUES', 'AUTH_OPENID_ACR_REQUIRED'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID}/openid-strength.test.ts > whoever shows a second factor there is not asked for ours, and the log says what they showed`,
    keys: ['AUTH_OPENID_MFA_VALUES'],
  },
  { reader: `${OPENID}/openid.ts`, test: `${OPENID_LIES} > PKCE goes along, unless it is switched off`, keys: ['AUTH_OPENID_PKCE'] },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID_LIES} > a new key is read when the first token of it comes; one that is not published is none`,
    keys: ['AUTH_OPENID_SCOPES'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID_LIES} > an identity token %s`,
    keys: ['AUTH_OPENID_ID_TOKEN_MAX_AGE'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID_LIES} > where the identity token does not count, the user information alone says who it is`,
    keys: ['AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS'],
  },
  {
    reader: `${OPENID}/openid.ts`,
    test: `${OPENID_LIES} > a username that is a mail address is taken only when the provider has verified it`,
    keys: ['AUTH_OPENID_USER_ATTR_MAP'],
  },
  ...[
    [`${OPENID}/openid.routes.ts`, 'AUTH_OPENID_NAME', 'AUTH_OPENID_LOGO'],
    [`${OAUTH2}/oauth2.routes.ts`, undefined, 'AUTH_OAUTH2_LOGO_PATH'],
    [`${SAML2}/saml2.routes.ts`, 'SAML2_NAME', 'SAML2_LOGO'],
    [`${CAS}/cas.routes.ts`, 'CAS_NAME', 'CAS_LOGO'],
  ].flatMap(([reader, name, logo]) => [
    ...(name ? [{ reader, test: `${BUTTON} > has the name that an administrator gave it, and the usual one without`, keys: [name] }] : []),
    {
      reader,
      test: `${BUTTON} > shows its picture to everybody, under another address when it is another one; what is no picture is refused`,
      keys: [logo],
    },
  ]),
  {
    reader: `${OAUTH2}/oauth2.routes.ts`,
    test: `${OAUTH2}/oauth2.test.ts > the login page is told of the provider by its name, while it is switched on and set up`,
    keys: ['AUTH_OAUTH2', 'AUTH_OAUTH2_PROVIDER'],
  },
  {
    reader: `${OAUTH2}/oauth2.ts`,
    test: `${OAUTH2}/oauth2.test.ts > somebody signs in there and is in here: a code becomes a token, and the token tells who it is`,
    keys: [
      'AUTH_OAUTH2_CLIENT_ID',
      'AUTH_OAUTH2_CLIENT_SECRET',
      'AUTH_OAUTH2_SCOPE',
      'AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT',
      'AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT',
      'AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT',
    ],
  },
  {
    reader: `${OAUTH2}/oauth2.ts`,
    test: `${OAUTH2}/oauth2.test.ts > tokens are asked for by GET where the provider wants that`,
    keys: ['AUTH_OAUTH2_ACCESS_TOKEN_METHOD'],
  },
  {
    reader: `${OAUTH2}/oauth2.ts`,
    test: `${OAUTH2}/oauth2.test.ts > logging out leads there as well where the settings say so`,
    keys: ['AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT', 'AUTH_OAUTH2_LOGOUT_COMPLETELY'],
  },
  {
    reader: `${OAUTH2}/oauth2.ts`,
    test: `${OAUTH2}/oauth2.test.ts > attributes have the names of the map, and are taken over at each login where the setting says so`,
    keys: ['AUTH_OAUTH2_USER_ATTR_MAP', 'AUTH_OAUTH2_ALWAYS_UPDATE_USER'],
  },
  {
    reader: `${RADIUS}/way.ts`,
    test: `${RADIUS}/radius-login.test.ts > opens nothing while it is switched off, or the secret is missing`,
    keys: ['AUTH_RADIUS'],
  },
  {
    reader: `${RADIUS}/config.ts`,
    test: `${RADIUS}/radius-login.test.ts > comes from the next server when one says nothing, and from none when all are silent`,
    keys: ['RADIUS_SERVER', 'RADIUS_PORT'],
  },
  {
    reader: `${RADIUS}/config.ts`,
    test: `${RADIUS}/radius-login.test.ts > opens nothing while it is switched off, or the secret is missing`,
    keys: ['RADIUS_SECRET'],
  },
  {
    reader: `${RADIUS}/config.ts`,
    test: `${RADIUS}/radius-login.test.ts > by %s lets people in, with an account of their own`,
    keys: ['RADIUS_PROTOCOL'],
  },
  {
    reader: `${RADIUS}/config.ts`,
    test: `${RADIUS}/ask.test.ts > a server that says nothing is asked again after the wait, as often as the settings say`,
    keys: ['RADIUS_TIMEOUT', 'RADIUS_RETRIES'],
  },
  {
    reader: `${RADIUS}/config.ts`,
    test: `${RADIUS}/ask.test.ts > a request says by what name servers know this one`,
    keys: ['RADIUS_NAS_IDENTIFIER'],
  },
  {
    reader: `${RADIUS}/factor.ts`,
    test: `${RADIUS}/radius-login.test.ts > is asked of people with a password of ours, and not of those whom the server lets in by the same`,
    keys: ['OTP_IN_RADIUS'],
  },
  {
    reader: `${CAS}/cas.routes.ts`,
    test: `${CAS}/cas.test.ts > the login page is told of the server while it is switched on and set up`,
    keys: ['AUTH_CAS', 'CAS_SERVER_URL'],
  },
  {
    reader: `${CAS}/cas.ts`,
    test: `${CAS}/cas.test.ts > version %s: somebody signs in there and is in here`,
    keys: ['CAS_VERSION'],
  },
  {
    reader: `${CAS}/cas.ts`,
    test: `${CAS}/cas.test.ts > attributes are taken over where the settings say so, under our names`,
    keys: ['CAS_APPLY_ATTRIBUTES_TO_USER', 'CAS_RENAME_ATTRIBUTES', 'CAS_USERNAME_ATTRIBUTE'],
  },
  {
    reader: `${CAS}/cas.ts`,
    test: `${CAS}/cas.test.ts > where this server makes no accounts, strangers get none`,
    keys: ['CAS_CREATE_USER'],
  },
  {
    reader: `${CAS}/cas.ts`,
    test: `${CAS}/cas.test.ts > logging out leads to the server where the settings say so, and browsers come back where they say`,
    keys: ['CAS_LOGOUT_COMPLETELY', 'CAS_ROOT_PROXIED_AS'],
  },
  {
    reader: `${SAML2}/saml2.routes.ts`,
    test: `${SAML2}/saml2.test.ts > the login page is told of the provider while it is switched on and set up`,
    keys: ['AUTH_SAML2'],
  },
  {
    reader: `${SAML2}/idp.ts`,
    test: `${SAML2}/saml2.test.ts > metadata by their address count before those in the settings, and either will do`,
    keys: ['SAML2_IDP_METADATA_URL', 'SAML2_IDP_METADATA_XML'],
  },
  {
    reader: `${SAML2}/saml2.ts`,
    test: `${SAML2}/saml2.test.ts > our metadata say where we are; with a key of ours requests are signed and assertions may be encrypted`,
    keys: ['SAML2_SP_KEY_CONTENT', 'SAML2_SP_CERT_CONTENT'],
  },
  {
    reader: `${SAML2}/saml2.ts`,
    test: `${SAML2}/saml2.test.ts > somebody signs in there and is in here, under the names of the settings`,
    keys: ['SAML2_RENAME_ATTRIBUTES', 'AUTH_SAML2_ALWAYS_UPDATE_USER'],
  },
  {
    reader: `${SAML2}/saml2.ts`,
    test: `${SAML2}/saml2.test.ts > logging out leads to the provider where the settings say so, and there is a session no more`,
    keys: ['SAML2_LOGOUT_COMPLETELY'],
  },
  {
    reader: `${SAML2}/saml2.routes.ts`,
    test: `${SAML2}/saml2.test.ts > people begin at the provider only where the settings say so`,
    keys: ['SAML2_IDP_INITIATED'],
  },
  {
    reader: 'apps/server/src/features/directories/way.ts',
    test: `${DIRECTORY} > is nothing while the directory is switched off`,
    keys: ['AUTH_LDAP'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > is asked for by the filter of the settings, and read by their map of attributes`,
    keys: ['AUTH_LDAP_SEARCH_FILTER', 'AUTH_LDAP_USER_ATTR_MAP'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > is found below every entry that the settings name, and people stay who they are by the identifier of the directory`,
    keys: ['AUTH_LDAP_SEARCH_OU'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: 'apps/server/src/features/directories/directory-rules.test.ts > who is in a group is in those that it is in, where the settings say so, and circles end',
    keys: ['AUTH_LDAP_NESTED_GROUPS'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY_SYNC} > two thousand people are read in pages of the settings and imported`,
    keys: ['AUTH_LDAP_SEARCH_PAGED_SIZE'],
  },
  {
    reader: 'apps/server/src/features/directories/sync.ts',
    test: `${DIRECTORY_SYNC} > the clock starts a sync by the settings, and by new ones once they are there`,
    keys: ['AUTH_LDAP_SYNC_IS_PERIODIC', 'AUTH_LDAP_SYNC_CRONTAB', 'AUTH_LDAP_SYNC_INTERVAL'],
  },
  {
    reader: 'apps/server/src/features/directories/sync.ts',
    test: `${DIRECTORY_SYNC} > a sync makes, changes and disables; whoever is gone loses session, token and key with it`,
    keys: ['AUTH_LDAP_SYNC_ORG_IDS'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > the next server is asked when one does not answer`,
    keys: ['AUTH_LDAP_SERVER_URI'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > one that takes the connection and says nothing is given up after the time of the settings`,
    keys: ['AUTH_LDAP_CONNECT_TIMEOUT'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > %s:// is encrypted, and a certificate of an authority that is not known refused`,
    keys: ['AUTH_LDAP_CA'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > a server that cannot be spoken to encrypted is told no password, unless StartTLS is off`,
    keys: ['AUTH_LDAP_START_TLS'],
  },
  {
    reader: 'apps/server/src/features/directories/config.ts',
    test: `${DIRECTORY} > the account that looks people up is the one of the settings`,
    keys: ['AUTH_LDAP_BIND_DN', 'AUTH_LDAP_BIND_PASSWORD'],
  },
  {
    reader: 'apps/server/src/features/identities/admission.ts',
    test: 'apps/server/src/features/identities/admission.test.ts > where only people with an account may log in, no account is made',
    keys: ['ONLY_ALLOW_EXIST_USER_AUTH'],
  },
  {
    reader: 'apps/server/src/features/identities/admission.ts',
    test: 'apps/server/src/features/identities/admission.test.ts > an account of another source is not opened by its name, unless the settings say so, and that of an administrator never',
    keys: ['ONLY_ALLOW_AUTH_FROM_SOURCE'],
  },
  {
    reader: 'apps/server/src/features/identities/admission.ts',
    test: 'apps/server/src/features/identities/admission.test.ts > where new people wait, their account is made and disabled, and somebody is told once',
    keys: ['SECURITY_NEW_PEOPLE_APPROVAL'],
  },
  {
    reader: 'apps/server/src/features/identities/admission.ts',
    test: 'apps/server/src/features/identities/admission.test.ts > of whom another place says no address, the mail domain of the settings is taken',
    keys: ['EMAIL_SUFFIX'],
  },
  {
    reader: 'apps/server/src/features/users/password-links.ts',
    test: 'apps/server/src/features/authentication/password-link.test.ts > puts the address of the settings into the mail, whatever host was asked',
    keys: ['SITE_URL'],
  },
  {
    reader: 'apps/server/src/features/users/known-passwords/index.ts',
    test: 'apps/server/src/features/users/known-passwords/known-passwords.test.ts > is refused wherever a password is set, unless the setting says otherwise',
    keys: ['SECURITY_PASSWORD_REFUSE_KNOWN'],
  },
  {
    reader: 'apps/server/src/features/users/outside/outside-rules.ts',
    test: 'apps/server/src/features/users/outside/outside.test.ts > gets in until a date within the bound of the settings, and no longer',
    keys: ['SECURITY_OUTSIDE_MAX_DAYS'],
  },
  {
    reader: 'apps/server/src/features/users/outside/ends.job.ts',
    test: 'apps/server/src/features/users/outside/outside.test.ts > is asked about before the end, once, and renews it',
    keys: ['SECURITY_OUTSIDE_REVIEW_DAYS'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-steps.ts',
    test: 'apps/server/src/features/authentication/trusted-browser.test.ts > is asked for no second factor, for as long as the setting says',
    keys: ['SECURITY_MFA_TRUST_DAYS'],
  },
  {
    reader: 'apps/server/src/features/authentication/page-login.routes.ts',
    test: 'apps/server/src/features/radius/radius-login.test.ts > a one-time code of the login page goes behind the password, where the setting says so, and nowhere else',
    keys: ['SECURITY_LOGIN_CHALLENGE_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/authentication/login.service.ts',
    test: `${LOGIN_PAGE} > asks for the code beside the password: a wrong one ends the login, and counts`,
    keys: ['SECURITY_MFA_IN_LOGIN_PAGE'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-work.ts',
    test: `${LOGIN_PAGE} > has browsers of an address that failed work something out, once for each try`,
    keys: ['SECURITY_LOGIN_CAPTCHA_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/authentication/passkey-login.ts',
    test: 'apps/server/src/features/authentication/passkey-login.test.ts > is obeyed by nothing where the setting is off, and said nowhere',
    keys: ['AUTH_PASSKEY'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-link.routes.ts',
    test: 'apps/server/src/features/authentication/login-link.test.ts > is good for as long as the settings say, and for nothing while they say no',
    keys: ['AUTH_SSO', 'AUTH_SSO_AUTHKEY_TTL'],
  },
  {
    reader: 'apps/server/src/features/authentication/password-proof.ts',
    test: 'apps/server/src/features/temp-tokens/temp-tokens.test.ts > opens nothing when it is over, was ended, or when the setting is off',
    keys: ['AUTH_TEMP_TOKEN'],
  },
  {
    reader: 'apps/server/src/features/profile/profile.ts',
    test: `${PAGES} > the guide of a first login is told to people`,
    keys: ['USER_GUIDE_URL'],
  },
  {
    reader: 'apps/server/src/features/settings/index.ts',
    test: 'apps/server/src/features/settings/setting-categories.test.ts > the page of a forgotten password belongs to two categories',
    keys: ['FORGOT_PASSWORD_URL'],
  },
  {
    reader: 'apps/server/src/platform/http/admit.ts',
    test: `${PAGES} > the global organisation has the name of the setting`,
    keys: ['GLOBAL_ORG_DISPLAY_NAME'],
  },
  {
    reader: 'apps/server/src/features/settings/index.ts',
    test: 'apps/server/src/features/terms/terms.test.ts > an announcement stands on the login page where the setting says so, and nowhere else',
    keys: ['ANNOUNCEMENT_AT_LOGIN'],
  },
  {
    reader: 'apps/server/src/features/terms/index.ts',
    test: 'apps/server/src/features/terms/terms.test.ts > are accepted at the login before anything else, once',
    keys: ['TERMS_OF_USE_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/terms/index.ts',
    test: 'apps/server/src/features/terms/terms.test.ts > are asked for again when their version changes, and read in the language of the person',
    keys: ['TERMS_OF_USE_VERSION', 'TERMS_OF_USE_EN', 'TERMS_OF_USE_ZH', 'TERMS_OF_USE_JA'],
  },
  {
    reader: 'apps/console/src/layout/PageBanners.tsx',
    test: 'apps/console/src/layout/PageBanners.test.tsx > an announcement that is switched off is not shown',
    keys: ['ANNOUNCEMENT_ENABLED'],
  },
  {
    reader: 'apps/console/src/layout/PageBanners.tsx',
    test: 'apps/console/src/layout/PageBanners.test.tsx > an announcement is shown on start pages only, and once closed not again until there is a new one',
    keys: ['ANNOUNCEMENT'],
  },
  {
    reader: 'apps/console/src/routes/other-trees.ts',
    test: 'apps/console/src/routes/routes.test.ts > %s opens and closes %s',
    keys: ['TICKETS_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/tickets/offered.ts',
    test: 'apps/server/src/features/tickets/offered.test.ts > chosen nodes with what is below them; all else is as if it were not there',
    keys: ['TICKET_OFFERED', 'TICKET_OFFERED_NODES'],
  },
  {
    reader: 'apps/server/src/features/tickets/break-glass.ts',
    test: 'apps/server/src/features/tickets/break-glass.test.ts > where somebody switched it on, by whoever shows a second factor now',
    keys: ['TICKET_BREAK_GLASS'],
  },
  {
    reader: 'apps/server/src/features/tickets/break-glass.ts',
    test: 'apps/server/src/features/tickets/break-glass.test.ts > at once and for so long; those who would decide are alarmed, and review it',
    keys: ['TICKET_BREAK_GLASS_MINUTES'],
  },

  {
    ...PASSWORDS,
    test: `${LOGIN} > %s is asked of new ones, and told to whoever types one`,
    keys: [
      'SECURITY_PASSWORD_MIN_LENGTH',
      'SECURITY_PASSWORD_UPPER_CASE',
      'SECURITY_PASSWORD_LOWER_CASE',
      'SECURITY_PASSWORD_NUMBER',
      'SECURITY_PASSWORD_SPECIAL_CHAR',
    ],
  },
  { ...PASSWORDS, test: `${LOGIN} > administrators have a minimum length of their own`, keys: ['SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH'] },
  {
    reader: 'apps/server/src/features/users/passwords.ts',
    test: `${LOGIN} > as many former ones as the setting says may not come back`,
    keys: ['OLD_PASSWORD_HISTORY_LIMIT_COUNT'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-user.ts',
    test: `${LOGIN} > expire after the days of the setting`,
    keys: ['SECURITY_PASSWORD_EXPIRATION_TIME'],
  },
  {
    reader: 'apps/server/src/features/authentication/second-factors.ts',
    test: `${LOGIN} > are wanted of nobody, of administrators or of everybody`,
    keys: ['SECURITY_MFA_AUTH'],
  },
  {
    reader: 'apps/server/src/features/authentication/limits.ts',
    test: `${LOGIN} > lock a name after so many, for so long`,
    keys: ['SECURITY_LOGIN_LIMIT_COUNT', 'SECURITY_LOGIN_LIMIT_TIME'],
  },
  {
    reader: 'apps/server/src/features/authentication/limits.ts',
    test: `${LOGIN} > lock an address after so many, for so long, unless it is on the white list`,
    keys: ['SECURITY_LOGIN_IP_LIMIT_COUNT', 'SECURITY_LOGIN_IP_LIMIT_TIME'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-attempt.ts',
    test: `${LOGIN} > lock an address after so many, for so long, unless it is on the white list`,
    keys: ['SECURITY_LOGIN_IP_WHITE_LIST'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-attempt.ts',
    test: `${LOGIN} > nobody logs in from an address of the black list`,
    keys: ['SECURITY_LOGIN_IP_BLACK_LIST'],
  },
  {
    reader: 'apps/server/src/platform/auth/login-ends.ts',
    test: 'apps/server/test/login-ends.test.ts > that nobody used for the time of the setting is refused, and its end moves with every use',
    keys: ['SECURITY_LOGIN_IDLE_MINUTES'],
  },
  {
    reader: 'apps/server/src/platform/auth/login-ends.ts',
    test: 'apps/server/test/login-ends.test.ts > ends so long after it was made, however much it is used',
    keys: ['SECURITY_LOGIN_MAX_HOURS'],
  },
  {
    reader: 'apps/server/src/features/authentication/login-session.ts',
    test: `${LOGIN} > a new login ends the others where one login is allowed`,
    keys: ['USER_LOGIN_SINGLE_MACHINE_ENABLED'],
  },
  {
    reader: 'apps/server/src/features/verification-codes/codes.ts',
    test: 'apps/server/src/features/verification-codes/codes-by-mail.test.ts > a code is good for the time of the setting',
    keys: ['VERIFY_CODE_TTL'],
  },
  {
    reader: 'apps/server/src/features/verification-codes/mail-factor.ts',
    test: 'apps/server/src/features/verification-codes/codes-by-mail.test.ts > where it is off, nobody has it',
    keys: ['SECURITY_MFA_BY_EMAIL'],
  },
  {
    reader: 'apps/server/src/features/authentication/confirm.ts',
    test: `${LOGIN} > a confirmation by one stays good for the time of the setting`,
    keys: ['SECURITY_MFA_VERIFY_TTL'],
  },
  {
    reader: 'apps/server/src/features/notifications/address-notice.ts',
    test: 'apps/server/src/features/notifications/notifications.test.ts > a login from an address the log does not know, but not the first one',
    keys: ['SECURITY_CHECK_DIFFERENT_CITY_LOGIN'],
  },
  {
    reader: 'apps/server/src/features/terminals/registration.routes.ts',
    test: `${COMPONENTS} > components register only where the setting allows it`,
    keys: ['SECURITY_SERVICE_ACCOUNT_REGISTRATION'],
  },
  {
    reader: 'apps/server/src/features/terminals/registration.routes.ts',
    test: 'apps/server/test/attack-bootstrap.test.ts > works at once where approval is off, as components of the reference expect',
    keys: ['SECURITY_COMPONENT_APPROVAL'],
  },
  {
    reader: 'apps/terminal/src/shell/mark.ts',
    test: 'apps/terminal/src/shell/public-settings.test.ts > sessions are marked with who looks at them where the setting asks for it',
    keys: ['SECURITY_WATERMARK_ENABLED'],
  },
  {
    reader: 'apps/gateway/src/core/link.ts',
    test: 'apps/gateway/test/end-reasons.test.ts > an idle session is ended for being idle, and a stopping gateway says that it stops',
    keys: ['SECURITY_MAX_IDLE_TIME'],
  },
  {
    reader: 'apps/gateway/src/core/link.ts',
    test: 'apps/gateway/test/longest-session.test.ts > is told before and ended with its reason on a page, however much is typed',
    keys: ['SECURITY_MAX_SESSION_TIME'],
  },
  {
    reader: 'apps/server/src/features/sessions/room.ts',
    test: 'apps/server/src/features/sessions/room.test.ts > as many sessions at the same moment as somebody may have get in, and no more',
    keys: ['SECURITY_MAX_SESSION_COUNT'],
  },
  {
    reader: 'apps/server/src/features/acls/alert.routes.ts',
    test: 'apps/server/src/features/acls/questions-of-components.test.ts > are told to those who receive alerts from the level of the setting on, and to reviewers in any case',
    keys: ['SECURITY_INSECURE_COMMAND_LEVEL'],
  },
  {
    reader: 'apps/gateway/src/core/link.ts',
    test: 'apps/gateway/test/reconnect.test.ts > is closed out after the seconds of the setting, and at once where they are 0',
    keys: ['TERMINAL_RECONNECT_SECONDS'],
  },
  {
    reader: 'apps/gateway/src/carry/terminal-session.ts',
    test: 'apps/gateway/test/watching.test.ts > is told by whom, where the setting says so',
    keys: ['TERMINAL_WATCH_NOTICE'],
  },
  {
    reader: 'apps/terminal/src/connect/choice.ts',
    test: 'apps/terminal/src/connect/choice.test.ts > keeps picks between visits unless the installation does not want that, and then forgets what there was',
    keys: ['SECURITY_LUNA_REMEMBER_AUTH'],
  },
  {
    reader: 'apps/terminal/src/sessions/batch.ts',
    test: 'apps/terminal/src/shell/public-settings.test.ts > one line goes to several terminals where commands may be executed in bulk',
    keys: ['SECURITY_COMMAND_EXECUTION'],
  },
  { ...TOLD, keys: ['SECURITY_SESSION_SHARE', 'TERMINAL_ASSET_LIST_SORT_BY', 'TERMINAL_ASSET_LIST_PAGE_SIZE'] },
  {
    reader: 'apps/gateway/src/protocols/telnet/login.ts',
    test: 'apps/gateway/src/protocols/telnet/login.test.ts > takes the pattern of the settings for the end of a log-in',
    keys: ['TERMINAL_TELNET_REGEX'],
  },

  {
    reader: 'apps/server/src/features/authentication/login.service.ts',
    test: `${COMPONENTS} > terminals take passwords only where the setting allows it; the refusal counts as no guess`,
    keys: ['TERMINAL_PASSWORD_AUTH'],
  },
  {
    reader: 'apps/server/src/features/authentication/password-proof.ts',
    test: `${COMPONENTS} > terminals take keys only where the setting allows it, and then people cannot lay one down`,
    keys: ['TERMINAL_PUBLIC_KEY_AUTH'],
  },
  {
    reader: 'apps/server/src/features/authentication/device-login.routes.ts',
    test: 'apps/server/src/features/authentication/device-login.test.ts > by a component for somebody at the SSH door only where the setting allows it',
    keys: ['TERMINAL_BROWSER_AUTH'],
  },
  {
    reader: 'apps/gateway/src/core/link.ts',
    test: 'apps/gateway/test/native.test.ts > is not let in where native clients are switched off, and its token is not spent',
    keys: ['TERMINAL_KOKO_SSH_ENABLED'],
  },

  {
    reader: 'apps/server/src/platform/mail/deliver.ts',
    test: `${MAIL} > every setting of the server is obeyed`,
    keys: ['EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_HOST_USER', 'EMAIL_HOST_PASSWORD', 'EMAIL_FROM', 'EMAIL_USE_TLS', 'EMAIL_SUBJECT_PREFIX'],
  },
  { reader: 'apps/server/src/platform/mail/deliver.ts', test: `${MAIL} > goes out over TLS from the first byte`, keys: ['EMAIL_USE_SSL'] },
  {
    reader: 'apps/server/src/features/settings/mail.routes.ts',
    test: `${MAIL} > goes out over TLS from the first byte`,
    keys: ['EMAIL_RECIPIENT'],
  },
  {
    reader: 'apps/server/src/features/users/password-mails.ts',
    test: 'apps/server/src/features/authentication/password-link.test.ts > is greeted in the words of the settings, which begin no header',
    keys: [
      'EMAIL_CUSTOM_USER_CREATED_SUBJECT',
      'EMAIL_CUSTOM_USER_CREATED_HONORIFIC',
      'EMAIL_CUSTOM_USER_CREATED_BODY',
      'EMAIL_CUSTOM_USER_CREATED_SIGNATURE',
    ],
  },

  {
    reader: 'apps/server/src/platform/jobs/platform-jobs.ts',
    test: RETENTION,
    keys: ['LOGIN_LOG_KEEP_DAYS', 'OPERATE_LOG_KEEP_DAYS', 'ACTIVITY_LOG_KEEP_DAYS'],
  },
  { reader: 'apps/server/src/features/ftp-logs/clean-copies.job.ts', test: RETENTION, keys: ['FTP_LOG_KEEP_DAYS'] },
  { reader: 'apps/server/src/features/tasks/retention.job.ts', test: RETENTION, keys: ['TASK_LOG_KEEP_DAYS'] },
  { reader: 'apps/server/src/features/cloud/start.ts', test: RETENTION, keys: ['CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS'] },
  {
    reader: 'apps/server/src/features/downloads/make-file.ts',
    test: 'apps/server/src/features/downloads/list-files.test.ts > is kept for the days of the setting, and goes when its time is over, and with its row',
    keys: ['EXPORT_FILE_KEEP_DAYS'],
  },
  {
    reader: 'apps/server/src/features/sessions/retention.job.ts',
    test: 'apps/server/src/features/sessions/retention.test.ts > sessions go after the days of the setting, with their commands, recordings and an event; younger and running ones stay',
    keys: ['TERMINAL_SESSION_KEEP_DURATION'],
  },

  {
    reader: 'apps/server/src/features/audits/anchors/take.ts',
    test: `${ANCHORS} > an anchor is due after the minutes of the setting`,
    keys: ['AUDIT_ANCHOR_INTERVAL'],
  },
  {
    reader: 'apps/server/src/features/audits/anchors/object-store.target.ts',
    test: `${ANCHORS} > gets every anchor locked; what it refuses waits, is told once, and arrives in order`,
    keys: [
      'AUDIT_ANCHOR_S3_ENDPOINT',
      'AUDIT_ANCHOR_S3_BUCKET',
      'AUDIT_ANCHOR_S3_REGION',
      'AUDIT_ANCHOR_S3_ACCESS_KEY',
      'AUDIT_ANCHOR_S3_SECRET_KEY',
      'AUDIT_ANCHOR_S3_LOCK',
    ],
  },
  {
    reader: 'apps/server/src/features/audits/anchors/anchor.job.ts',
    test: `${ANCHORS} > gets one counted message of RFC 5424 for each anchor`,
    keys: ['AUDIT_ANCHOR_SYSLOG'],
  },

  {
    reader: 'apps/server/src/features/authentication/enrolment.ts',
    test: `${LOGIN} > carry the name of the setting, and codes of so many steps around now are taken`,
    keys: ['OTP_ISSUER_NAME', 'OTP_VALID_WINDOW'],
  },
  {
    reader: 'apps/console/src/layout/HeaderMenus.tsx',
    test: 'apps/console/src/layout/HeaderMenus.test.tsx > help links are those of the settings, and that to the API, which is always there',
    keys: ['HELP_DOCUMENT_URL', 'HELP_SUPPORT_URL'],
  },
];
