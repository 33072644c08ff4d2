import { describe, expect, it } from 'vitest';
import { DEFAULTS, type Preferences, readPreferences, writePreferences } from './preferences.ts';

function store(initial: Record<string, string> = {}) {
  const entries = new Map(Object.entries(initial));
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

describe('preferences', () => {
  it('come back as stored and leave the keys of others alone', () => {
    const kept = store({ LunaSetting: '{"rdpResolution":"1024x768"}' });
    const chosen: Preferences = {
      ...DEFAULTS,
      fontFamily: 'Fira Code',
      bell: 'sound',
      fontSize: 18,
      quickPaste: true,
      lazyTree: false,
      palette: 'moss',
    };
    writePreferences(kept, chosen);
    expect(readPreferences(kept)).toEqual(chosen);
    expect(JSON.parse(kept.entries.get('LunaSetting') ?? '')).toMatchObject({
      rdpResolution: '1024x768',
      quickPaste: '1',
      isLoadTreeAsync: '0',
    });
  });

  it('read the stored "0" as no', () => {
    expect(readPreferences(store({ LunaSetting: '{"backspaceAsCtrlH":"0","copyOnSelect":"0"}' }))).toMatchObject({
      backspaceAsCtrlH: false,
      copyOnSelect: false,
    });
  });

  it('survive broken and absurd values', () => {
    for (const broken of ['', '[]', '{', 'null', '{"fontSize":900,"lineHeight":"x"}', '{"fontSize":null}']) {
      expect(readPreferences(store({ LunaSetting: broken }))).toEqual(DEFAULTS);
    }
  });

  it('take a name of a font, and nothing else for one', () => {
    const family = (fontFamily: unknown) => readPreferences(store({ LunaSetting: JSON.stringify({ fontFamily }) })).fontFamily;
    expect([family('思源等宽'), family(' Fira Code '), family("x', serif; }"), family(7), family('x'.repeat(65))]).toEqual([
      '思源等宽',
      'Fira Code',
      '',
      '',
      '',
    ]);
    expect(readPreferences(store({ LunaSetting: '{"bell":"loud"}' })).bell).toBe('visual');
  });

  it('read numbers as numbers or as text, and nothing else', () => {
    const size = (fontSize: unknown) =>
      readPreferences(store({ LunaSetting: JSON.stringify({ fontSize, characterTerminalFontSize: fontSize }) })).fontSize;
    expect(size(true)).toBe(DEFAULTS.fontSize);
    expect(size(null)).toBe(DEFAULTS.fontSize);
    expect(size(9999)).toBe(DEFAULTS.fontSize);
  });
});
