import '@xterm/xterm/css/xterm.css';
import './page.css';
import { languageOf, render, type Text } from '@postern/contract/text';
import { z } from 'zod/mini';
import { castText, parseCast, wholeRecording } from '../player/cast.ts';
import { playerWords } from '../player/words.ts';
import { element } from './element.ts';
import { bytesOfBase64 } from './embedded.ts';
import { drawPlayer } from './player.ts';
import { offlineWords } from './words.ts';

/**
 * The page of a signed bundle (docs/evidence.md#bundles): plays the recording that stands in it, without a network. What a target or a person
 * wrote reaches the page as text and never as markup.
 */

const about = z.object({
  name: z.string(),
  facts: z.looseObject({
    user: z.string(),
    asset: z.string(),
    account: z.string(),
    protocol: z._default(z.string(), ''),
    date_start: z.nullish(z.string()),
  }),
  commands: z.array(z.looseObject({ timestamp: z.number(), input: z.string(), risk_level: z._default(z.number(), 0) })),
});

const language = languageOf(navigator.language);
document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;
const t = (words: Text, params?: Readonly<Record<string, unknown>>): string => render(words, language, params);
const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

const { facts, commands, name } = about.parse(JSON.parse(textOf('about')));
document.title = `${facts.user} · ${facts.asset}`;

const list = [
  [playerWords.user, facts.user],
  [playerWords.asset, facts.asset],
  [playerWords.account, facts.protocol ? `${facts.account} · ${facts.protocol.toUpperCase()}` : facts.account],
  [playerWords.start, facts.date_start ? new Date(facts.date_start).toLocaleString(document.documentElement.lang) : '-'],
] as const;
const body = element('main', { class: 'view' });
document.body.append(
  element(
    'header',
    {},
    element('h1', {}, t(playerWords.recording)),
    element(
      'dl',
      {},
      ...list.map(([label, value]) => element('div', {}, element('dt', {}, t(label)), element('dd', { title: value }, value))),
    ),
    element('p', { class: 'proof' }, t(offlineWords.proof)),
  ),
  body,
);

async function play(bytes: ArrayBuffer): Promise<void> {
  const cast = parseCast(await castText(bytes));
  const start = cast.start || new Date(facts.date_start ?? 0).getTime() / 1000;
  drawPlayer(body, wholeRecording(cast), { t, commands: commands.map((one) => ({ ...one, at: Math.max(0, one.timestamp - start) })) });
}

const failed = (): void => body.replaceChildren(element('p', { class: 'note' }, t(playerWords.broken)));

/** A recording that is too large for the page is chosen from beside it. */
function ask(): void {
  const choice = element('input', { type: 'file', accept: '.gz,.cast', id: 'choice' });
  choice.addEventListener('change', () => {
    const file = choice.files?.[0];
    if (file) void file.arrayBuffer().then(play).catch(failed);
  });
  body.append(element('p', { class: 'note' }, element('label', { for: 'choice' }, t(offlineWords.choose, { name })), choice));
}

const carried = textOf('recording');
if (carried === '') ask();
else void play(bytesOfBase64(carried)).catch(failed);
