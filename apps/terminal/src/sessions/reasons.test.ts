import { END_REASONS } from '@postern/contract/session-end';
import { LANGUAGES } from '@postern/contract/text';
import { describe, expect, it } from 'vitest';
import { endingText, isQuietEnd } from './reasons.ts';

describe('endingText', () => {
  it('has its own sentence for every reason in every language', () => {
    for (const language of LANGUAGES) {
      const sentences = END_REASONS.map((reason) => endingText({ close: { reason, params: {} }, detail: '' }, language).sentence);
      expect(new Set(sentences).size).toBe(END_REASONS.length);
      for (const sentence of sentences) expect(sentence).toMatch(/[.。]$/);
    }
  });

  it('names who ended the session and how long it was idle', () => {
    expect(endingText({ close: { reason: 'terminated', params: { by: 'Ann' } }, detail: '' }, 'en').sentence).toContain('Ann');
    expect(endingText({ close: { reason: 'idle', params: { minutes: '30' } }, detail: '' }, 'ja').sentence).toContain('30');
  });

  it('falls back to the text of the gateway, then to a lost connection', () => {
    expect(endingText({ close: null, detail: 'token expired' }, 'en').sentence).toBe('token expired');
    expect(endingText({ close: null, detail: '' }, 'zh').sentence).not.toBe('');
    expect(endingText({ close: { reason: 'target_unreachable', params: {} }, detail: 'ECONNREFUSED' }, 'en').facts).toBe('ECONNREFUSED');
  });

  it('shows both fingerprints of a changed host key', () => {
    const params = { address: '10.0.0.1:22', type: 'ssh-ed25519', fingerprint: 'SHA256:new', expected: 'SHA256:old' };
    const { facts } = endingText({ close: { reason: 'host_key_changed', params }, detail: '' }, 'en');
    expect(facts).toContain('SHA256:new');
    expect(facts).toContain('SHA256:old');
  });

  it('is quiet when a person or the target ended it, and only then', () => {
    const quiet = END_REASONS.filter((reason) => isQuietEnd({ close: { reason, params: {} }, detail: '' }));
    expect(quiet.toSorted()).toEqual(['target_closed', 'user_closed']);
    expect(isQuietEnd({ close: null, detail: '' })).toBe(false);
  });
});
