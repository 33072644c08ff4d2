import type { Page } from 'playwright-core';

// The function below runs in the page. Of its world it needs this little.
interface PageElement {
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>;
  getAttribute: (name: string) => string | null;
  checkVisibility: (options: { visibilityProperty: boolean }) => boolean;
  closest: (selector: string) => unknown;
}
declare const document: { querySelectorAll: (selector: string) => Iterable<PageElement> };

/** Names that are the same in every language: products, protocols, formats, units, and the languages' own names. */
const NAMES = new Set(
  `Postern English GPL Ctrl Linux Windows Unix macOS Ubuntu Debian CentOS RedHat Kubernetes K8S Docker Oracle MySQL MariaDB PostgreSQL
  SQLServer SQL Server Redis MongoDB ClickHouse DB2 Dameng Cisco Huawei H3C AIX BSD General Gateway RemoteAppHost Website ChatGPT GPT
  SSH SFTP SCP RDP VNC SSL STARTTLS SMTP TCP UDP Syslog HTTP HTTPS Telnet TELNET LDAP CAS SAML RADIUS OpenID OAuth SCIM Ping Keycloak Okta Authentik MFA OTP TOTP API URL CPU RAM ID UUID IP DNS TLS CIDR
  PNG JPEG GIF WebP ICO CSV XLSX JSON YAML XML crontab UTF MB KB GB TB Web web CLI Terraform Ansible Playbook WinRM PowerShell Shell Python Chrome Chromium
  Enter Esc Tab Backspace OpenBao AppRole PEM HeadlessChrome Firefox Mozilla AppleWebKit KHTML Gecko Safari Node node undici WeChat WeCom DingTalk Feishu Lark Slack SMS SMPP CMPP KoKo Lion Magnus tinker RemoteApp
  RDS GMT UTC GBK OpenSSH OpenAPI rsync VS Code SystemAdmin SystemAuditor SystemComponent OrgAdmin OrgAuditor OrgUser
  Git ZIP yml https Razor Default admin Administrator root sudo su nologin luna null`
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => name.toLowerCase()),
);

/** Names of several words, each of which alone would be English. */
const PHRASES = [
  'Alibaba Cloud',
  'Tencent Cloud',
  'Huawei Cloud',
  'OpenID Connect',
  'Entra ID',
  'Authorization: Bearer',
  'HashiCorp Vault',
  'AWS Secrets Manager',
  'JetBrains Mono',
];

/** Names Ant Design gives to its own parts for assistive technology, in English whatever the language. */
const ANT_DESIGN = new Set(['Clear', 'Increase Value', 'Decrease Value', 'segmented control', 'more']);

/** Who did something, as it was written down then. */
const WRITTEN = ['System', 'Bootstrap token'];

/** Words in Latin letters on a page of another writing that are no names and no data. Each is told with the text it stands in. */
export async function latin(page: Page, data: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const text = 3; // Node.TEXT_NODE
    // Rows show what people wrote; their column heads, tags and buttons are looked at.
    const skip = 'script, style, code, pre, input, textarea, .xterm, td a, [lang="en"], [translate="no"], .ant-picker-cell';
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest(skip) || !element.checkVisibility({ visibilityProperty: true })) continue;
      for (const child of element.childNodes) if (child.nodeType === text) found.push(child.textContent?.trim() ?? '');
    }
    // Ant Design names its own icons in English, whatever the language.
    for (const element of document.querySelectorAll('[aria-label]:not(.anticon), [title], [placeholder], [alt]'))
      if (!element.closest(skip) && element.checkVisibility({ visibilityProperty: true }))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name)?.trim() ?? '');
    return found;
  });
  const left = texts.filter((text) => !ANT_DESIGN.has(text) && !WRITTEN.includes(text) && foreign(text, data).length > 0);
  return [...new Set(left)].map((text) => `"${text.slice(0, 80)}" (${foreign(text, data).join(', ')})`);
}

/** Addresses, mails, ids and versions are no words. */
const NO_WORDS =
  /Mozilla\/.+|https?:\/\/\S+|\S+@\S+|[\w-]+(\.[\w-]+)+(:\d+)?|[0-9a-f]{8}-[0-9a-f-]{27}|\/[\w/.-]+|[\w.]+-[\w.-]+|\w*\d\w*|[a-z]+_[a-z_]+|\{\{?\w+\}?\}/gi;

function foreign(text: string, data: readonly string[]): string[] {
  let rest = text.toLowerCase();
  // The longest first: a part of a name would leave the rest of it standing.
  for (const word of [...PHRASES, ...data].toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word.toLowerCase(), ' ');
  const words = rest.replace(NO_WORDS, ' ').match(/[a-z]{3,}/g) ?? [];
  return words.filter((word) => !NAMES.has(word));
}
