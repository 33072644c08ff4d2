import { ConfigProvider, Modal } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useMemo } from 'react';
import { antdTheme } from './antd-theme.ts';
import { ModalContext } from './modal-context.ts';
import { useThemeState } from './theme-mode.ts';

/** Puts the theme and one Ant Design language pack around an application. `startTheme()` has to run before. */
export function ThemeProvider({ locale, children }: { locale?: Locale | undefined; children: ReactNode }) {
  const { mode, colors } = useThemeState();
  const theme = useMemo(() => antdTheme(colors, mode), [colors, mode]);
  return (
    <ConfigProvider theme={theme} {...(locale ? { locale } : {})} button={{ autoInsertSpace: false }}>
      <Dialogs>{children}</Dialogs>
    </ConfigProvider>
  );
}

/** Holder of the confirmations. Ant Design's own `App` would bring its message and notification parts along, which we have no use for. */
function Dialogs({ children }: { children: ReactNode }) {
  const [modal, holder] = Modal.useModal();
  return (
    <ModalContext value={modal}>
      {children}
      {holder}
    </ModalContext>
  );
}
