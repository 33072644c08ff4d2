import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import type { LiveRules, RulesQuestion } from '@postern/contract/component';
import type { EndReason } from '@postern/contract/session-end';
import { z } from 'zod';
import { inBatches, keepAsking } from '../core/keep-asking.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import { commandFilterAcls, destinations } from './grant.ts';

/** A grant older than this is asked about again before it opens anything: a native connection keeps its for hours. */
const FRESH_MS = 5_000;

const answers = z.record(
  z.string(),
  z.union([
    z.looseObject({ refused: z.enum(['permission', 'rule', 'user', 'asset']), rule: z.string().max(256), expired: z.boolean().optional() }),
    z.looseObject({
      refused: z.null(),
      command_filter_acls: commandFilterAcls,
      expire_at: z.number(),
      actions: z.array(z.string()).optional(),
      forward_to: destinations.optional(),
    }),
  ]),
);

/** A live session as the rules see it. */
export interface RuledSession {
  readonly question: RulesQuestion;
  /** Takes what the rules say now; at once and as a whole. */
  obey(rules: LiveRules): void;
}

/** Keeps live sessions under the rules as they are now, not as they were at their start (docs/decisions/0042). */
export interface RulesWatch {
  /** The core says that rules changed, or may have while it was away. */
  changed(): void;
  /**
   * The rules for a session that is about to open by a grant from `since` (milliseconds); undefined when the grant still
   * tells them.
   * @throws SessionRefusal `core_unavailable` when the core does not say
   */
  before(question: RulesQuestion, since: number): Promise<LiveRules | undefined>;
  stop(): void;
}

export function createRulesWatch(
  core: Pick<ComponentClient, 'liveRules'>,
  live: () => Iterable<RuledSession>,
  log: { info(data: object, message: string): void; warn(data: object, message: string): void },
): RulesWatch {
  let lastChange = 0;
  /** Other cores have no such question; what a grant said then holds to the end. */
  let answered = true;

  async function ask(sessions: readonly RuledSession[]): Promise<void> {
    const found = answers.parse(await core.liveRules(sessions.map(({ question }) => question)));
    for (const session of sessions) {
      const rules = found[session.question.id];
      if (rules) session.obey(rules as LiveRules);
    }
  }

  function unknownThere(error: unknown): boolean {
    if (!(error instanceof CoreError) || (error.status !== 404 && error.status !== 405)) return false;
    if (answered) log.info({}, 'this core does not tell the rules of live sessions');
    answered = false;
    return true;
  }

  // Rules also change by the clock: weekly times, ends of permissions.
  const asking = keepAsking(
    async () => {
      if (!answered) return;
      try {
        await inBatches([...live()], ask);
      } catch (error) {
        if (!unknownThere(error)) throw error;
      }
    },
    (error) => log.warn({ err: error }, 'the rules of live sessions could not be asked for'),
  );

  return {
    changed() {
      lastChange = Date.now();
      answered = true;
      asking.now();
    },
    async before(question, since) {
      if (!answered || (lastChange < since && Date.now() - since < FRESH_MS)) return undefined;
      try {
        return answers.parse(await core.liveRules([question]))[question.id] as LiveRules | undefined;
      } catch (error) {
        if (unknownThere(error)) return undefined;
        throw new SessionRefusal('core_unavailable', {}, error);
      }
    },
    stop: asking.stop,
  };
}

const REFUSALS = {
  permission: 'permission_removed',
  rule: 'rule_refused',
  user: 'user_disabled',
  asset: 'asset_disabled',
} as const satisfies Record<string, EndReason>;

export type RefusingRules = Extract<LiveRules, { rule: string }>;

interface Refusal {
  reason: EndReason;
  params: Record<string, string>;
}

/**
 * How a refusal by the rules is said to the person.
 * @param lapsed the permission was granted until a moment that has passed
 */
export function refusalOf({ refused, rule, expired }: RefusingRules, lapsed: boolean): Refusal {
  if (refused === 'user' && expired) return { reason: 'user_expired', params: {} };
  if (refused === 'permission' && lapsed) return { reason: 'permission_expired', params: {} };
  return { reason: REFUSALS[refused], params: refused === 'rule' ? { rule } : {} };
}
