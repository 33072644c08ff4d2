import { App, ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useMemo } from 'react';
import { antdTheme } from './antd-theme.ts';
import { useThemeState } from './theme-mode.ts';

/** Puts the theme and one Ant Design language pack around an application. `startTheme()` has to run before. */
export function ThemeProvider({ locale, children }: { locale?: Locale | undefined; children: ReactNode }) {
  const { mode, colors } = useThemeState();
  const theme = useMemo(() => antdTheme(colors, mode), [colors, mode]);
  return (
    <ConfigProvider theme={theme} {...(locale ? { locale } : {})} button={{ autoInsertSpace: false }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
