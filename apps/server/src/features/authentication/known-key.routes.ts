import { text } from '@postern/contract/text';
import { FLAG_SCHEMA, objectSchema, ok, type Route, text as textField } from '@postern/resource';
import { report } from '../../platform/routes/report.ts';
import { answerShape } from '../../platform/shown.ts';
import { openingKey } from '../ssh-keys/index.ts';
import { namedUser } from './fields.ts';
import type { LoginDeps } from './limits.ts';
import { findByUsername } from './login-user.ts';

/**
 * Whether a key that a client offers is one that opens, asked by a component before the client signs with it: who holds five keys shall not
 * be asked for the passphrase of each, nor stand in the log with four failures. It is no login and proves nothing; an unknown name is
 * answered like a foreign key.
 */
export const knownKeyRoutes = ({ settings }: LoginDeps): readonly Route[] => [
  report({
    method: 'POST',
    path: '/api/v1/authentication/public-keys/known/',
    name: 'authentication.publickeys.known',
    right: 'authentication.add_superconnectiontoken',
    rows: { own: 'people who log in through the component' },
    transaction: false,
    body: {
      username: namedUser,
      public_key: textField({ label: text('Public key', '公钥', '公開鍵'), max: 16_384, required: true }),
    },
    answer: answerShape(objectSchema({ known: FLAG_SCHEMA })),
    async take(ctx, { body: { username, public_key } }) {
      const user = settings.get('TERMINAL_PUBLIC_KEY_AUTH') ? await findByUsername(ctx, username) : undefined;
      return ok({ known: user?.is_active === true && (await openingKey(ctx, user.id, public_key)) !== undefined });
    },
  }),
];
