import type { SettingsReader } from '@postern/contract/settings';
import type { Log } from '@postern/resource';
import { turns } from '../../platform/concurrency.ts';
import { type Attributes, type ExternalPerson, type PasswordVerdict, type PasswordWay, Unreachable } from '../identities/index.ts';
import { RadiusError } from './ask.ts';
import { radiusConfig } from './config.ts';
import { prove, type Shown, type Verdict } from './prove.ts';

/** As accounts and links say it. */
const PROVIDER = 'radius';
/** People asked about at once in a process, and how many wait. */
const AT_ONCE = 16;
const WAITING = 64;

export interface RadiusDeps {
  settings: SettingsReader;
  /** Addresses that the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW). */
  allow: readonly string[];
  log: Log;
}

/** Asks what the settings name. @throws Unreachable */
export type AskRadius = (shown: Shown) => Promise<Verdict>;

/** For logins and for codes together: however many ask, servers are asked about so many at once. */
export function radiusAsker({ settings, allow, log }: RadiusDeps): AskRadius {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: WAITING });
  return async (shown) => {
    try {
      const config = radiusConfig(settings);
      if (!config) throw new RadiusError('not_set');
      const taken = await inTurn.take(() => prove(config, allow, shown));
      if (!taken) throw new RadiusError('busy');
      return taken.value;
    } catch (error) {
      if (!(error instanceof RadiusError)) throw error;
      log.warn({ code: error.code, why: error.message }, 'RADIUS was asked about a person in vain');
      throw new Unreachable(error.message, { cause: error });
    }
  };
}

/** The server has no other name for people than the one they type: whoever gets a name there after somebody else is them here. */
const personOf = (username: string, attributes: Attributes): ExternalPerson => ({
  provider: PROVIDER,
  source: 'radius',
  subject: username,
  username,
  name: username,
  email: '',
  update: false,
  attributes,
});

/** Logging in by a password that a RADIUS server knows, and by what it asks for after it. */
export function radiusWay({ settings }: RadiusDeps, asks: AskRadius): PasswordWay {
  const answered = async (shown: Shown): Promise<PasswordVerdict> => {
    const verdict = await asks(shown);
    if (verdict.state === 'asks') return { asks: { prompt: verdict.prompt, token: verdict.token } };
    return verdict.state === 'right' ? personOf(shown.username, verdict.attributes) : undefined;
  };
  return {
    source: 'radius',
    backend: 'Radius',
    enabled: () => settings.get('AUTH_RADIUS'),
    prove: (username, password, from) => answered({ username, password, from }),
    answer: (username, answer, token, from) => answered({ username, password: answer, token, from }),
  };
}
