import type { Policy, ResourceDefinition } from '@postern/resource';

type Action = NonNullable<ResourceDefinition['actions']>[string];

/** The action of what is connected to elsewhere that tries whether it can be. It waits for others, so it is no transaction. */
export const connectionTest = (policy: Policy, answers: Pick<Action, 'answer' | 'shape'>) =>
  ({ method: 'GET', on: 'detail', path: 'test-connective', policy, transaction: false, ...answers }) as const;
