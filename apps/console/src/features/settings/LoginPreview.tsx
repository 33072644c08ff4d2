import { PRODUCT_TITLE } from '@postern/contract/product-title';
import { Surface, useThemeState } from '@postern/ui';
import { Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWidth } from '../../data/useWidth.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { type LookDraft, PREVIEW_PAGE } from '../../login/preview/look-draft.ts';

/** Pixels of a screen, and how large it is drawn at most. */
const SCREENS = {
  desktop: { width: 1280, height: 800, most: 1 },
  phone: { width: 390, height: 780, most: 0.7 },
} as const;
/** Pixels of the line around it. */
const EDGE = 1;
type ScreenName = keyof typeof SCREENS;
const NAMES = Object.keys(SCREENS) as ScreenName[];
const MODES = ['light', 'dark'] as const;

/**
 * The login page with what is entered and not saved, on a screen of either size (docs/behaviour/settings.md#interface). It is the page itself in a frame, which
 * is told the draft and keeps it nowhere; nobody can press anything there, and the frame opens no window, sends no form and leads nowhere.
 */
export function LoginPreview({ title, colors, logo, picture }: Omit<LookDraft, 'mode'>) {
  const { t } = useTranslation('settings');
  const [screen, setScreen] = useState<ScreenName>('desktop');
  const [mode, setMode] = useState<LookDraft['mode']>(useThemeState().mode);
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const { width, height, most } = SCREENS[screen];
  const scale = Math.max(0, Math.min(most, (room - 2 * EDGE) / width));
  const draft: LookDraft = { title: title.trim() || PRODUCT_TITLE[currentLanguage().id], colors, logo, picture, mode };
  const tell = () => frame.current?.contentWindow?.postMessage(draft, location.origin);
  // Before the page in the frame is there nobody listens; it is told again then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when what it shows is another
  useEffect(tell, [draft.title, colors, logo, picture, mode]);
  return (
    <Surface title={t('interface.preview')} purpose={t('interface.previewPurpose')} className="s-form-card set-look__preview">
      <div className="set-row">
        <Segmented
          aria-label={t('interface.screen')}
          value={screen}
          options={NAMES.map((value) => ({ value, label: t(`interface.screens.${value}`) }))}
          onChange={setScreen}
        />
        <Segmented
          aria-label={t('interface.brightness')}
          value={mode}
          options={MODES.map((value) => ({ value, label: t(`interface.modes.${value}`) }))}
          onChange={setMode}
        />
      </div>
      <div ref={box} className="set-screen">
        <div className="set-screen__edge" style={{ width: width * scale, height: height * scale }}>
          <iframe
            ref={frame}
            className="set-screen__page"
            title={t('interface.previewPage')}
            src={PREVIEW_PAGE}
            sandbox="allow-scripts allow-same-origin"
            allow="publickey-credentials-get 'none'"
            tabIndex={-1}
            style={{ width, height, transform: `scale(${scale})` }}
            onLoad={tell}
          />
        </div>
      </div>
    </Surface>
  );
}
