// How texts are written, whatever they are about: what the glossary cannot say word by word. Rules are data; `glossary.mjs` applies them.
import { languages } from './texts.mjs';

/** Names that keep their capital letter inside a sentence. */
const NAMES = new Set(
  (
    'Windows Linux Unix Postern Git Ansible Terraform Entra Okta Authentik Keycloak Telnet Vault Royal Termius Message Lark Alibaba Tencent Huawei Cloud ' +
    'English Chinese Japanese Chromium Remote Desktop Services Manager Secret Caps Lock Enter Ctrl Esc Shift Home End Left Down Default ' +
    'Terminal Components Downloads Nodes Favourites Recent Algorithms Create Settings Feishu Slack Lighthouse Stack Monday Sunday Set Redis Elasticsearch Azure'
  ).split(' '),
);
/** Names of the wire that somebody has to write exactly so. */
const WRITTEN_SO = new Set(['ssh_config', 'authorized_keys', 'delegate_to', 'acr_values', 'is_active']);

const every = (pattern, allowed) => (text) => [...text.matchAll(pattern)].map(([word]) => word).find((word) => !allowed?.has(word));

/** What the browser applications say of themselves: there is nobody else to say what to do next. */
const SCREENS = /^apps\/(?:console|terminal)\//;

/** Each finds what is wrong in a text without parameters and tags, of every place or of those `within`. */
const RULES = [
  {
    languages,
    why: 'an end on that it failed, without a reason or a next step',
    find: every(/^(?:[^.。，,]{2,40} (?:has )?fail(?:ed|s)\.|.{1,16}失败。|.{1,16}失敗しました。)$/g),
  },
  {
    languages: ['en'],
    why: 'an end on what did not work, without a next step',
    within: SCREENS,
    find: every(/^[^.!?:;]*\b(?:could not|did not work|was not found|failed to)\b[^.!?:;,]*\.$/g),
  },
  {
    languages: ['zh'],
    why: 'an end on what did not work, without a next step',
    within: SCREENS,
    find: every(/^[^。，；：]*(?:未成功|出错|失败|未找到|无法(?:读取|加载|打开|显示|启动|分享))[^。，；：]*。$/g),
  },
  {
    languages: ['ja'],
    why: 'an end on what did not work, without a next step',
    within: SCREENS,
    find: every(
      /^[^。]*(?:失敗しました|(?:読み込め|表示でき|開け|取得でき|処理でき|共有でき|起動でき)ません(?:でした)?|見つかりません|エラーが発生しました)。$/g,
    ),
  },
  {
    languages,
    why: 'a word from the wire',
    find: every(/(?<![\w{/.-])[a-z]+(?:_[a-z]+)+(?!\w)|\b(?:spm|uuid|m2m|null|undefined)\b/g, WRITTEN_SO),
  },
  { languages, why: 'an exclamation', find: every(/[!！](?![=\w])/g) },
  {
    languages: ['en'],
    why: 'a capital letter inside a sentence',
    quoted: true,
    find: every(/(?<=[a-z,] )[A-Z][a-z]{2,}\b(?![A-Z/])/g, NAMES),
  },
  {
    languages: ['zh', 'ja'],
    why: 'a half-width mark',
    quoted: true,
    find: every(/[\u3040-\u30ff\u4e00-\u9fff…）][,;:?!](?=\s|$)|[\u3040-\u30ff\u4e00-\u9fff][,;?](?!\w)/g),
  },
  // What people are told ends in です or ます; a label ends in a noun and has no full stop.
  {
    languages: ['ja'],
    why: 'a plain ending beside polite ones',
    find: every(/(?:である|だった|(?<![ましで])した|(?<!ませ)(?<![らく])ない|ている|できる|れる|だ|(?<=[一-龥])する)。/g),
  },
];

const PARAMS = /\{\{?[^}]*\}?\}/g;
const TAGS = /<[^>]*>/g;
/** What is shown as it is to be written, or as it stands on the screen. */
const QUOTED = /[“"「][^”"」]*[”"」]/g;

/**
 * What is wrong with the way texts are written.
 *
 * @param {import('./texts.mjs').Words[]} texts
 * @returns {string[]}
 */
export function wrongForms(texts) {
  return texts.flatMap(({ place, texts: all }) => {
    const plain = all.map((one) => (one ?? '').replaceAll(TAGS, '').replaceAll(PARAMS, '…'));
    return RULES.filter(({ within }) => !within || within.test(place)).flatMap((rule) =>
      rule.languages.flatMap((language) => {
        const text = plain[languages.indexOf(language)];
        const found = rule.find(rule.quoted ? text.replaceAll(QUOTED, '…') : text);
        return found === undefined ? [] : [`${place}: ${language} has ${rule.why}: ${found}`];
      }),
    );
  });
}
