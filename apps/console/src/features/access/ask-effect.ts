import type { AccessEffect, DraftResource } from '@postern/contract/access';
import { client } from '../../session/http.ts';
import type { EffectSituation } from './EffectDialog.tsx';

/** What is tried: a rule as a form holds it, or one that is taken away. */
export type Draft = { resource: DraftResource; id?: string; body?: object };

/** Who would gain and who would lose by this draft of a rule (docs/decisions/0048). */
export const askEffect = (draft: Draft, situation: EffectSituation & { users?: readonly string[] } = {}): Promise<AccessEffect> =>
  client.access.effect({ draft, ...situation });
