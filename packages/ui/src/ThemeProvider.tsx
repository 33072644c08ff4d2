import { ConfigProvider, Modal } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useMemo, useState } from 'react';
import { antdTheme } from './antd-theme.ts';
import { ModalContext } from './modal-context.ts';
import { useThemeState } from './theme-mode.ts';
import { useFocusBack } from './useFocusBack.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** Puts the theme and one Ant Design language pack around an application. `startTheme()` has to run before. */
export function ThemeProvider({ locale, children }: { locale?: Locale | undefined; children: ReactNode }) {
  const { mode, colors } = useThemeState();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const moreContrast = useMediaQuery('(prefers-contrast: more)');
  const theme = useMemo(() => {
    const { token, ...rest } = antdTheme(colors, mode, moreContrast);
    return { ...rest, token: { ...token, motion: !still } };
  }, [colors, mode, still, moreContrast]);
  return (
    <ConfigProvider theme={theme} {...(locale ? { locale } : {})} button={{ autoInsertSpace: false }}>
      <Dialogs>{children}</Dialogs>
    </ConfigProvider>
  );
}

/** Holder of the confirmations. Ant Design's own `App` would bring its message and notification parts along, which we have no use for. */
function Dialogs({ children }: { children: ReactNode }) {
  const [modal, holder] = Modal.useModal();
  const [open] = useState(() => new Set<() => void>());
  useFocusBack();
  const confirmations = useMemo(() => ({ confirm: modal.confirm, open }), [modal, open]);
  return (
    <ModalContext value={confirmations}>
      {children}
      {holder}
    </ModalContext>
  );
}
