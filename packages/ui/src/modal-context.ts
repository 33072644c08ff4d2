import type { ModalFuncProps } from 'antd';
import { createContext } from 'react';

/** Opens confirmations in the theme and language of the application. Provided by `ThemeProvider`. */
export const ModalContext = createContext<
  { confirm: (options: ModalFuncProps) => { update: (options: ModalFuncProps) => void } } | undefined
>(undefined);
