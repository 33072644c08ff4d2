import type { AccessEffect } from '@postern/contract/access';
import { http } from '../../session/http.ts';
import type { EffectSituation } from './EffectDialog.tsx';

/** Who would gain and who would lose by this draft of a rule (docs/decisions/0048). */
export const askEffect = (draft: object, situation: EffectSituation & { users?: readonly string[] } = {}): Promise<AccessEffect> =>
  http.post<AccessEffect>('perms/access/effect/', { draft, ...situation });
