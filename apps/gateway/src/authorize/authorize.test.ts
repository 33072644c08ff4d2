import type { LiveRules } from '@postern/contract/component';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnsweringCore, type Answers, startAnswers } from '../../test/answering-core.ts';
import { ANN, grantFor, TOKEN_VALUE } from '../../test/world.ts';
import { authorizeSession } from './grant.ts';
import { createRulesWatch, refusalOf } from './live-rules.ts';

let core: AnsweringCore | undefined;
afterEach(async () => {
  await core?.stop();
  core = undefined;
});
const startCore = async (answer: Answers) => {
  core = await startAnswers(answer);
  return core;
};

const granted = {
  ...grantFor({ port: 22, user: 'ops', privateKey: 'a key' } as Parameters<typeof grantFor>[0]),
  id: 't',
  value: TOKEN_VALUE,
  host_keys: [],
};
const authorized = async (answer: unknown, proof: Parameters<typeof authorizeSession>[2] = { userId: ANN.id }) => {
  const { client } = await startCore(() => ({ status: 200, body: answer }));
  return authorizeSession(client, 't', proof, 'en');
};

describe('the grant of a token', () => {
  it('is read where another core says nothing instead of an empty value', async () => {
    const { secret } = await authorized({
      ...granted,
      account: { ...granted.account, secret: null },
      connect_options: null,
      host_keys: null,
    });
    expect([secret.account.secret, secret.connect_options, secret.host_keys]).toEqual(['', {}, []]);
  });

  it.each([
    ['nothing at all', null, ''],
    ['a port that is none', { ...granted, asset: { ...granted.asset, protocols: [{ name: 'ssh', port: 0 }] } }, 'asset.protocols.0.port'],
  ])('is refused when it is %s, and it is said what cannot be read', async (_what, answer, at) => {
    await expect(authorized(answer)).rejects.toMatchObject({ reason: 'core_unavailable', params: { detail: `unreadable grant: ${at}` } });
  });

  it('is for nobody who proves themselves by a value that the core does not tell', async () => {
    const { value: _value, ...without } = granted;
    await expect(authorized(without, { value: '' })).rejects.toMatchObject({ reason: 'token_refused' });
    await core?.stop();
    expect((await authorized(granted, { value: TOKEN_VALUE })).secret.value).toBe(TOKEN_VALUE);
  });

  it.each([
    [404, 'token_refused'],
    [500, 'core_unavailable'],
    [302, 'core_unavailable'],
  ])('after %i is %s', async (status, reason) => {
    const { client } = await startCore(() => ({ status }));
    await expect(authorizeSession(client, 't', { userId: ANN.id }, 'en')).rejects.toMatchObject({ reason });
  });
});

describe('the rules of live sessions', () => {
  const question = { id: 's', user_id: ANN.id } as unknown as Parameters<ReturnType<typeof createRulesWatch>['before']>[0];
  const LONG_AGO = 0;

  it.each([404, 405])('are those of the grant where the core answers %i, and it is asked once', async (status) => {
    const obeyed: LiveRules[] = [];
    const { client, calls } = await startCore(() => ({ status }));
    const notes: string[] = [];
    const log = { info: (_data: object, note: string) => notes.push(note), warn: () => expect.unreachable('this is no fault') };
    const watch = createRulesWatch(client, () => [{ question, obey: (rules) => obeyed.push(rules) }], log);
    try {
      expect(await watch.before(question, LONG_AGO)).toBeUndefined();
      expect(await watch.before(question, LONG_AGO)).toBeUndefined();
      expect(calls).toHaveLength(1);
      // A core that was replaced by one that knows the question is asked again, once for each change.
      watch.changed();
      await expect.poll(() => notes.length).toBe(2);
      expect([calls.length, obeyed]).toEqual([2, []]);
    } finally {
      watch.stop();
    }
  });

  const quiet = { info: () => undefined, warn: () => undefined };
  const allowed = { refused: null, command_filter_acls: [], expire_at: 0 };

  it('are asked for again where the core was away, and only who is named in the answer obeys', async () => {
    const { client, calls } = await startCore((_call, all) => (all.length === 1 ? { status: 503 } : { status: 200, body: { s: allowed } }));
    const obeyed: string[] = [];
    const warned: string[] = [];
    const other = { ...question, id: 'other' };
    const live = [question, other].map((one) => ({ question: one, obey: () => obeyed.push(one.id) }));
    const watch = createRulesWatch(client, () => live, { ...quiet, warn: (_data, note) => warned.push(note) });
    watch.changed();
    await expect.poll(() => obeyed).toEqual(['s']);
    expect([calls.length, warned.length]).toEqual([2, 1]);
    watch.stop();
  });

  it('are asked for once more where they change while the core answers', async () => {
    const told: (() => void)[] = [];
    const { client, calls } = await startCore((_call, all) => {
      if (all.length === 1) for (const tell of told) tell();
      return { status: 200, body: { s: allowed } };
    });
    const obeyed: LiveRules[] = [];
    const watch = createRulesWatch(client, () => [{ question, obey: (rules) => obeyed.push(rules) }], quiet);
    told.push(watch.changed, watch.changed);
    watch.changed();
    await expect.poll(() => obeyed).toHaveLength(2);
    expect(calls).toHaveLength(2);
    watch.stop();
  });

  it('are not asked for after the end, however often the core was away', async () => {
    const { client, calls } = await startCore(() => ({ status: 503 }));
    const warned: string[] = [];
    const watch = createRulesWatch(client, () => [{ question, obey: () => expect.unreachable('nobody answered') }], {
      ...quiet,
      warn: (_data, note) => warned.push(note),
    });
    watch.changed();
    await expect.poll(() => warned).toHaveLength(1);
    watch.stop();
    watch.changed();
    await expect.poll(() => calls).toHaveLength(1);
  });

  it('are those of a young grant, and of an old one what the core says now', async () => {
    const { client, calls } = await startCore(() => ({ status: 200, body: { s: { refused: 'rule', rule: 'nights' } } }));
    const watch = createRulesWatch(client, () => [], quiet);
    expect(await watch.before(question, Date.now())).toBeUndefined();
    expect(calls).toEqual([]);
    expect(await watch.before(question, LONG_AGO)).toEqual({ refused: 'rule', rule: 'nights' });
    watch.stop();
  });

  it('that refuse are told to the person by their kind, and a rule by its name', () => {
    expect(refusalOf({ refused: 'rule', rule: 'nights' }, true)).toEqual({ reason: 'rule_refused', params: { rule: 'nights' } });
    expect(refusalOf({ refused: 'user', rule: '' }, false)).toEqual({ reason: 'user_disabled', params: {} });
    expect(refusalOf({ refused: 'user', rule: '', expired: true }, false)).toEqual({ reason: 'user_expired', params: {} });
    expect(refusalOf({ refused: 'permission', rule: '' }, false)).toEqual({ reason: 'permission_removed', params: {} });
    // Its date and the question crossed: nobody took anything away.
    expect(refusalOf({ refused: 'permission', rule: '' }, true)).toEqual({ reason: 'permission_expired', params: {} });
  });

  it('that cannot be had let nothing new open', async () => {
    const { client } = await startCore(() => ({ status: 500 }));
    const watch = createRulesWatch(client, () => [], { info: () => undefined, warn: () => undefined });
    await expect(watch.before(question, LONG_AGO)).rejects.toMatchObject({ reason: 'core_unavailable' });
    watch.stop();
  });
});
