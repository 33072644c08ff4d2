import type { SecretAccount } from '@postern/contract/component';
import type { AnyAuthMethod, AuthHandlerMiddleware, Prompt } from 'ssh2';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import { ssh2 } from '../../ssh2.ts';

/** Rounds of questions answered before we believe the target only repeats itself. */
const MAX_ROUNDS = 3;

/**
 * The way one account logs in: its key, or its password as `password` and then as the answer to keyboard-interactive
 * questions that hide what is typed (RFC 4256).
 * @throws SessionRefusal when the stored key cannot be read
 */
export function loginOf(account: Pick<SecretAccount, 'username' | 'secret' | 'secret_type' | 'name'>): {
  handler: AuthHandlerMiddleware;
  methods: () => string;
} {
  const plan = planOf(account);
  let offered = '';
  return {
    handler: (left, _partial, next) => {
      if (left && left.length > 0) offered = left.join(', ');
      let method = plan.shift();
      // Methods the target said it does not take are skipped; each costs one of its few attempts.
      while (method && left && !left.includes(method.type as never)) method = plan.shift();
      next(method ?? (false as never));
    },
    methods: () => offered,
  };
}

function planOf({
  username,
  secret,
  secret_type,
  name,
}: Pick<SecretAccount, 'username' | 'secret' | 'secret_type' | 'name'>): AnyAuthMethod[] {
  if (secret_type.value === 'ssh_key') {
    const key = ssh2.utils.parseKey(secret);
    if (key instanceof Error) throw new SessionRefusal('target_refused_login', { account: name, methods: 'publickey' });
    return [{ type: 'publickey', username, key: secret }];
  }
  if (secret === '') return [{ type: 'none', username }];
  return [
    { type: 'password', username, password: secret },
    { type: 'keyboard-interactive', username, prompt: answerWith(secret) },
  ];
}

function answerWith(
  secret: string,
): (name: string, instructions: string, lang: string, prompts: Prompt[], finish: (answers: string[]) => void) => void {
  let rounds = 0;
  return (_name, _instructions, _lang, prompts, finish) => {
    rounds += 1;
    finish(prompts.map((prompt) => (rounds <= MAX_ROUNDS && prompt.echo !== true ? secret : '')));
  };
}
