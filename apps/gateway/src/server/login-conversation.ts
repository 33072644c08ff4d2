import type { BrowserLogin, LoginStep, PersonLogin } from '@postern/client/person-login';
import { type Language, render } from '@postern/contract/text';
import type { KeyboardAuthContext } from 'ssh2';
import { type CoreClient, REVIEW_POLL_MS, untilDecided } from '../core/decision.ts';
import type { LoginWays } from '../core/link.ts';
import { MESSAGES, type MessageKey } from '../messages.ts';

/** What is asked of somebody at the SSH door who logs in by `keyboard-interactive` (RFC 4256). */

/** Codes that may be tried in one conversation. */
const CODES = 3;
const MAX_ANSWER = 4096;

/** Before a language is known: clients tell it with the first channel. */
export const LOGIN_LANGUAGE: Language = 'en';
const say = (key: MessageKey, params: Readonly<Record<string, string>> = {}): string => render(MESSAGES[key], LOGIN_LANGUAGE, params);

interface Conversation {
  core: CoreClient;
  login: PersonLogin;
  username: string;
  /** The first factor was shown before. */
  resumed: boolean;
  takes: LoginWays;
  gone: AbortSignal;
  proved(): void;
  browsing(): void;
}

/** Asks for everything that is due, one after the other, and waits where somebody has to approve. */
export async function converse(context: KeyboardAuthContext, conversation: Conversation): Promise<LoginStep | undefined> {
  const { core, login, username, resumed, gone, proved } = conversation;
  const ask = (prompt: string, echo: boolean, words = '') => answerTo(context, [{ prompt, echo }], words);
  const again = () => login.attempt({ username });
  const first = resumed ? await again() : await firstFactor(context, conversation, ask);
  if (!first) return undefined;
  let step = first;
  const chosenKinds = new Set<string>();
  let wrong = '';
  for (let codes = 0; step.step === 'factor' || step.step === 'review'; ) {
    proved();
    if (step.step === 'review') {
      // The review is open by now: whoever goes before they have heard of it withdraws it as well.
      await told(context, say('login_review', { assignees: step.assignees.join(', ') }), gone);
      if (!(await approved(core, step.ticket, login, gone))) return { step: 'refused', code: 'login_confirm_error', detail: '' };
      step = await again();
      continue;
    }
    if (codes >= CODES) return undefined;
    codes += 1;
    const kind = await chosen(step.kinds, ask);
    // Also where there is one alone: it may be a code that has to be sent. One that was is good for another try.
    const refused = chosenKinds.has(kind) ? undefined : await login.chooseFactor(kind);
    if (refused) return refused;
    chosenKinds.add(kind);
    const code = await ask(say('factor_prompt', { kind: kind.toUpperCase() }), false, wrong);
    wrong = (await login.proveFactor(kind, code.trim())) ?? '';
    if (wrong === '') step = await again();
  }
  return step;
}

type Ask = (prompt: string, echo: boolean, words?: string) => Promise<string>;

/** The password, or who confirms in a browser (docs/decisions/0188). @returns undefined when nothing was shown */
async function firstFactor(
  context: KeyboardAuthContext,
  { login, username, takes, gone, browsing }: Conversation,
  ask: Ask,
): Promise<LoginStep | undefined> {
  // Where no password is taken, one that is typed out of habit is read by nobody, and goes nowhere.
  const answer = await ask(say(takes.password ? (takes.browser ? 'password_or_browser' : 'password_prompt') : 'browser_prompt'), false);
  if (takes.password && answer !== '') return login.attempt({ username, password: answer });
  if (!takes.browser) return undefined;
  const browser = await login.byBrowser(username);
  if ('step' in browser) return browser;
  browsing();
  await told(context, say('login_browser', { url: browser.url, code: browser.code }), gone);
  return confirmed(browser, gone);
}

/** Waits for the person in the browser. */
async function confirmed(browser: BrowserLogin, gone: AbortSignal): Promise<LoginStep | undefined> {
  let step: LoginStep | undefined;
  await untilDecided({
    async ask() {
      step = await browser.state();
      return step && 'approved';
    },
    // What nobody asks for any more opens nothing, and is forgotten by itself.
    withdraw: async () => undefined,
    cancelled: gone,
    pollMs: browser.pollMs,
  });
  return step;
}

/** Says something that asks for nothing. */
const told = (context: KeyboardAuthContext, words: string, gone: AbortSignal): Promise<unknown> =>
  Promise.race([answerTo(context, [], words).catch(() => undefined), leaves(gone)]);

async function chosen(kinds: readonly string[], ask: Ask): Promise<string> {
  const [first = 'otp', ...others] = kinds;
  if (others.length === 0) return first;
  const list = kinds.map((kind, at) => `${at + 1}) ${kind}`).join('\n');
  const given = (await ask(`1-${kinds.length}: `, true, `${say('factor_kinds')}\n${list}`)).trim();
  return kinds[Number(given) - 1] ?? (kinds.includes(given) ? given : first);
}

/** What was typed at the first prompt; empty without one. Rejects when the client goes. */
function answerTo(context: KeyboardAuthContext, prompts: { prompt: string; echo: boolean }[], words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    context.prompt(prompts, '', words, (answers: unknown) => {
      if (answers instanceof Error) reject(answers);
      else resolve(Array.isArray(answers) ? String(answers[0] ?? '').slice(0, MAX_ANSWER) : '');
    });
  });
}

const leaves = (gone: AbortSignal): Promise<void> =>
  gone.aborted ? Promise.resolve() : new Promise((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));

/** Waits for the decision; who goes withdraws. */
async function approved(core: CoreClient, ticket: string, login: PersonLogin, gone: AbortSignal): Promise<boolean> {
  const decided = await untilDecided({
    async ask() {
      const state = await login.reviewState();
      if (state === 'waiting') return undefined;
      return state === 'approved' ? 'approved' : 'rejected';
    },
    withdraw: login.cancelReview,
    told: (ended) => core.ticketEnded?.(ticket, ended) ?? (() => undefined),
    cancelled: gone,
    pollMs: REVIEW_POLL_MS,
  });
  return decided === 'approved';
}
