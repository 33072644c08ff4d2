import type { REDIRECT_WAY_SETTINGS } from '@postern/contract/settings-of-redirect-ways';
import { type Text, text } from '@postern/contract/text';
import { type Words, words } from './fixed-setting-words.ts';

/** Labels of the settings of OpenID Connect, OAuth2, SAML2 and CAS. */

const ENABLED = text('Offer it on the login page', '在登录页提供', 'ログインページに表示');
const CLIENT_ID = words(text('Client ID', '客户端 ID', 'クライアント ID'));
const CLIENT_SECRET = words(
  text('Client secret', '客户端密钥', 'クライアントシークレット'),
  text(
    'Forgotten when the place it is sent to changes.',
    '更改其发送地址后需重新填写。',
    '送信先を変えると消去されます。入力し直してください。',
  ),
);
const SCOPES = text('Scopes', '授权范围', 'スコープ');
const UPDATE = words(
  text('Update people at each login', '每次登录时更新用户', 'ログインのたびに更新'),
  text('Name and mail address follow the other system.', '姓名和邮箱以外部系统为准。', '名前とメールアドレスを外部システムに合わせます。'),
);
const LOG_OUT_THERE = words(text('Log out there as well', '同时退出外部系统', '外部システムからもログアウト'));
const AUTHORIZATION = text('Authorization address', '授权地址', '認可のアドレス');
const TOKEN = text('Token address', '令牌地址', 'トークンのアドレス');
const USERINFO = text('User information address', '用户信息地址', 'ユーザー情報のアドレス');
const END_SESSION = text('Logout address', '退出地址', 'ログアウトのアドレス');
const MAP = words(
  text('Attributes of a person', '用户属性映射', '人の属性'),
  text(
    'Ours on the left, those of the other system on the right. The username has to be among them.',
    '左侧为本系统属性，右侧为外部系统属性，必须包含用户名。',
    '左が本システム、右が外部システムの属性です。ユーザー名は必須です。',
  ),
);

const BACK = words(
  text('Address browsers come back to', '浏览器返回的站点地址', 'ブラウザーが戻るアドレス'),
  text('Left empty, the address of the site.', '留空则使用站点地址。', '空欄のときはサイトのアドレスです。'),
);
const RENAME = words(
  text('Attributes of a person', '用户属性映射', '人の属性'),
  text(
    'Those of the other system on the left, ours on the right. One has to be the username.',
    '左侧为外部系统属性，右侧为本系统属性，必须有一项对应用户名。',
    '左が外部システム、右が本システムの属性です。どれか一つをユーザー名にします。',
  ),
);

const NAME = words(text('Name on the login page', '登录页显示名称', 'ログインページでの名前'));
const LOGO = words(
  text('Picture on the login page', '登录页图标', 'ログインページの画像'),
  text(
    'PNG, JPEG, GIF, WebP or ICO of at most 48 KiB, best 64 × 64 pixels.',
    'PNG、JPEG、GIF、WebP 或 ICO，不超过 48 KiB，建议 64 × 64 像素。',
    'PNG、JPEG、GIF、WebP、ICO のいずれか、48 KiB まで。64 × 64 ピクセルが最適です。',
  ),
);

export const REDIRECT_WAY_WORDS: Readonly<Record<keyof typeof REDIRECT_WAY_SETTINGS, Words>> = {
  AUTH_OPENID: words(text('OpenID Connect', 'OpenID Connect', 'OpenID Connect'), ENABLED),
  AUTH_OPENID_NAME: NAME,
  AUTH_OPENID_LOGO: LOGO,
  BASE_SITE_URL: BACK,
  AUTH_OPENID_CLIENT_ID: CLIENT_ID,
  AUTH_OPENID_CLIENT_SECRET: CLIENT_SECRET,
  AUTH_OPENID_CLIENT_AUTH_METHOD: words(text('How the secret is shown', '密钥传递方式', 'シークレットの渡し方')),
  AUTH_OPENID_KEYCLOAK: words(text('The provider is Keycloak', '提供方是 Keycloak', 'プロバイダーは Keycloak')),
  AUTH_OPENID_SERVER_URL: words(text('Keycloak address', 'Keycloak 地址', 'Keycloak のアドレス')),
  AUTH_OPENID_REALM_NAME: words(text('Realm', '域（realm）', 'レルム')),
  AUTH_OPENID_PROVIDER_ENDPOINT: words(
    text('Address of the provider', '提供方地址', 'プロバイダーのアドレス'),
    text(
      'Its issuer. The other addresses are read from the description it publishes.',
      '即签发者（issuer）。其余地址从其发布的描述中读取。',
      '発行者（issuer）です。他のアドレスは公開された説明から読み取ります。',
    ),
  ),
  AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: words(AUTHORIZATION),
  AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: words(TOKEN),
  AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: words(text('Key address', '公钥地址', '公開鍵のアドレス')),
  AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: words(USERINFO),
  AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: words(END_SESSION),
  AUTH_OPENID_PROVIDER_SIGNATURE_ALG: words(
    text('Signature of identity tokens', '身份令牌签名算法', 'ID トークンの署名'),
    text('No other is taken.', '不接受其他算法。', 'これ以外は受け付けません。'),
  ),
  AUTH_OPENID_PROVIDER_SIGNATURE_KEY: words(
    text('Key of these signatures', '签名公钥', '署名の公開鍵'),
    text(
      'PEM. Left empty, the published keys are used.',
      'PEM 格式。留空则使用提供方发布的公钥。',
      'PEM。空欄のときは公開された鍵を使います。',
    ),
  ),
  AUTH_OPENID_CA: words(
    text('Authorities to trust', '信任的证书颁发机构', '信頼する認証局'),
    text('PEM. Left empty, the public ones.', 'PEM 格式。留空则信任公共机构。', 'PEM。空欄のときは公的な認証局です。'),
  ),
  AUTH_OPENID_PKCE: words(text('PKCE', 'PKCE', 'PKCE')),
  AUTH_OPENID_SCOPES: words(SCOPES),
  AUTH_OPENID_ID_TOKEN_MAX_AGE: words(
    text('Age of an identity token', '身份令牌最长时效', 'ID トークンの有効時間'),
    text('Seconds', '秒', '秒'),
  ),
  AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: words(
    text('Use what the identity token says', '使用身份令牌中的信息', 'ID トークンの内容を使う'),
    text('Switched off, the user information alone counts.', '关闭后仅以用户信息接口为准。', 'オフにすると、ユーザー情報だけを使います。'),
  ),
  AUTH_OPENID_USER_ATTR_MAP: MAP,
  AUTH_OPENID_ALWAYS_UPDATE_USER: UPDATE,
  AUTH_OPENID_SHARE_SESSION: LOG_OUT_THERE,
  AUTH_OPENID_ACR_VALUES: words(
    text('Strength to ask for', '请求的认证强度', '要求する認証の強さ'),
    text(
      'Values of acr_values, as the provider names them, with blanks between; the best first.',
      'acr_values 的值，按提供方的命名，以空格分隔，优先的在前。',
      'acr_values の値です。プロバイダーでの名前を空白で区切り、望ましい順に並べます。',
    ),
  ),
  AUTH_OPENID_ACR_REQUIRED: words(
    text('Let nobody in by less', '未达到要求时拒绝登录', '満たさないログインを拒否'),
    text(
      'The identity token has to say one of these values as its acr.',
      '身份令牌的 acr 必须是上述值之一。',
      'ID トークンの acr が上の値のいずれかでなければなりません。',
    ),
  ),
  AUTH_OPENID_MFA_VALUES: words(
    text('Counts as a second factor', '视为多因子认证', '多要素とみなす値'),
    text(
      'Values of acr or amr, with blanks between, such as mfa otp hwk. Whoever comes with one of them is not asked for a second factor here.',
      'acr 或 amr 的值，以空格分隔，例如 mfa otp hwk。带有其中任一值的用户在此不再要求多因子认证。',
      'acr または amr の値を空白で区切ります（例：mfa otp hwk）。いずれかを伴う人には、ここで多要素を求めません。',
    ),
  ),

  AUTH_OAUTH2: words(text('OAuth2', 'OAuth2', 'OAuth2'), ENABLED),
  AUTH_OAUTH2_PROVIDER: NAME,
  AUTH_OAUTH2_LOGO_PATH: LOGO,
  AUTH_OAUTH2_CLIENT_ID: CLIENT_ID,
  AUTH_OAUTH2_CLIENT_SECRET: CLIENT_SECRET,
  AUTH_OAUTH2_SCOPE: words(SCOPES),
  AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: words(AUTHORIZATION),
  AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: words(TOKEN),
  AUTH_OAUTH2_ACCESS_TOKEN_METHOD: words(
    text('How a token is asked for', '获取令牌的方式', 'トークンの要求方法'),
    text(
      'GET puts the secret into an address, which servers on the way may log.',
      'GET 会把密钥放入地址，途经的服务器可能会记录。',
      'GET ではシークレットがアドレスに入り、途中のサーバーに記録されることがあります。',
    ),
  ),
  AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: words(USERINFO),
  AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: words(END_SESSION),
  AUTH_OAUTH2_LOGOUT_COMPLETELY: LOG_OUT_THERE,
  AUTH_OAUTH2_USER_ATTR_MAP: MAP,
  AUTH_OAUTH2_ALWAYS_UPDATE_USER: UPDATE,

  AUTH_CAS: words(text('CAS', 'CAS', 'CAS'), ENABLED),
  CAS_NAME: NAME,
  CAS_LOGO: LOGO,
  CAS_SERVER_URL: words(text('Address of the server', '服务器地址', 'サーバーのアドレス')),
  CAS_ROOT_PROXIED_AS: BACK,
  CAS_VERSION: words(text('Version of the protocol', '协议版本', 'プロトコルのバージョン')),
  CAS_LOGOUT_COMPLETELY: LOG_OUT_THERE,
  CAS_USERNAME_ATTRIBUTE: words(
    text('Attribute with the username', '用户名属性', 'ユーザー名の属性'),
    text(
      'Without it, the name that the server knows people by.',
      '没有该属性时使用服务器中的用户名。',
      'ないときは、サーバーでの名前を使います。',
    ),
  ),
  CAS_APPLY_ATTRIBUTES_TO_USER: UPDATE,
  CAS_RENAME_ATTRIBUTES: RENAME,
  CAS_CREATE_USER: words(text('Make accounts for new people', '为新用户创建账号', '新しい人のアカウントを作成')),

  AUTH_SAML2: words(text('SAML 2.0', 'SAML 2.0', 'SAML 2.0'), ENABLED),
  SAML2_NAME: NAME,
  SAML2_LOGO: LOGO,
  SAML2_IDP_METADATA_URL: words(
    text('Address of the provider’s metadata', '提供方元数据地址', 'プロバイダーのメタデータのアドレス'),
    text('Counts before the text below.', '优先于下方的 XML。', '下のテキストより優先します。'),
  ),
  SAML2_IDP_METADATA_XML: words(text('Metadata of the provider', '提供方元数据 XML', 'プロバイダーのメタデータ')),
  SAML2_SP_KEY_CONTENT: words(
    text('Our private key', '本系统私钥', '本システムの秘密鍵'),
    text(
      'PEM. Requests are signed with it, and assertions may be encrypted for it.',
      'PEM 格式。用于请求签名，也可用于断言加密。',
      'PEM。要求の署名に使い、アサーションの暗号化にも使えます。',
    ),
  ),
  SAML2_SP_CERT_CONTENT: words(text('Our certificate', '本系统证书', '本システムの証明書'), text('PEM', 'PEM 格式', 'PEM')),
  SAML2_RENAME_ATTRIBUTES: RENAME,
  SAML2_LOGOUT_COMPLETELY: LOG_OUT_THERE,
  AUTH_SAML2_ALWAYS_UPDATE_USER: UPDATE,
  SAML2_IDP_INITIATED: words(
    text('People may begin at the provider', '允许从提供方发起登录', 'プロバイダー側からの開始を許可'),
    text(
      'Somebody else’s answer can then be slipped to a browser. Leave it off where you can.',
      '他人的登录响应可能被注入浏览器，建议保持关闭。',
      '他人の応答をブラウザーに渡されるおそれがあります。できるだけオフにしてください。',
    ),
  ),
};

export const REDIRECT_CHOICE_WORDS: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  AUTH_OPENID_CLIENT_AUTH_METHOD: {
    client_secret_basic: text('In a header', '放在请求头', 'ヘッダーで'),
    client_secret_post: text('In the body', '放在请求体', '本文で'),
  },
  AUTH_OPENID_PROVIDER_SIGNATURE_ALG: {
    HS256: text('HS256 (with the client secret)', 'HS256（使用客户端密钥）', 'HS256（クライアントシークレット）'),
  },
};
