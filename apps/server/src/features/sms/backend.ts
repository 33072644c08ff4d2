import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import type { TextMessageBackend } from '@postern/contract/settings-of-text-messages';
import type { Language } from '@postern/contract/text';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** A code for somebody. */
export interface TextMessage {
  /** Digits with the country code. */
  phone: string;
  code: string;
  /** Of whoever reads it, for backends that take words. Others have a template of their own. */
  language: Language;
  /** For how long the code is good. */
  seconds: number;
  /** Now. */
  at: Date;
}

/** News for somebody, as short as it gets. */
export interface TextNotice {
  /** Digits with the country code. */
  phone: string;
  subject: string;
  /** Where to read on; that of the site where the news has none. */
  link: string;
  /** Of the site alone, for messages that have no room for the other. */
  site: string;
  /** Now. */
  at: Date;
}

/** What reaches out. */
export interface SmsTools {
  outbound: Outbound;
  /** Addresses that the operator allows whatever they are. */
  allow: readonly string[];
  /** Milliseconds for one message; ten seconds unless told: somebody waits before a page. */
  limitMs?: number;
}

/** A way to have text messages carried. A new one is a file in `backends/`, a line in `backends.ts` and its settings. */
export interface SmsBackend {
  /** Also the category of its settings. */
  name: TextMessageBackend;
  /** Settings without which nothing can be sent. */
  needs: readonly SettingKey[];
  /**
   * Hands one message over; when this returns it was taken on.
   * @param settings the saved ones, or those of a form
   * @throws SmsRefusal
   */
  send(settings: SettingsReader, tools: SmsTools, message: TextMessage): Promise<void>;
  /** Whether notices go by it as it is set: clouds want a template of their own for them, and a service of one's own parameters. */
  notices(settings: SettingsReader): boolean;
  /**
   * The same with a notice.
   * @param leaving waited for right before what the other side may take on; when it throws, nothing is sent
   * @throws SmsRefusal
   */
  notify(settings: SettingsReader, tools: SmsTools, notice: TextNotice, leaving: () => Promise<void>): Promise<void>;
}
