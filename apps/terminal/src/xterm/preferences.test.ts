import { describe, expect, it } from 'vitest';
import { DEFAULTS, fromKept, type Preferences, readPreferences, toKept, toTell, writePreferences } from './preferences.ts';

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

  it('of the server stand over those of this browser, which count where nothing was chosen', () => {
    const here = { ...DEFAULTS, fontSize: 20, quickPaste: true };
    expect(fromKept({ font_size: 16, bell: null, quick_paste: false }, here)).toEqual({ ...DEFAULTS, fontSize: 16, quickPaste: false });
    expect(fromKept(undefined, here)).toEqual(here);
    expect(fromKept(toKept(here), DEFAULTS)).toEqual(here);
  });

  it('of this browser are told to the server once, and only what somebody chose', () => {
    const here = { ...DEFAULTS, fontSize: 20, palette: 'unknown' };
    expect(toTell({ theme: 'dark' }, here)).toMatchObject({ font_size: 20, palette: 'harbour' });
    expect(toTell({}, DEFAULTS)).toBeUndefined();
    expect(toTell({ bell: 'off' }, here)).toBeUndefined();
    expect(toTell(undefined, here)).toBeUndefined();
  });
});
