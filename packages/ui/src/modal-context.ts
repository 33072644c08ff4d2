import type { ModalFuncProps } from 'antd';
import { createContext } from 'react';

interface Confirmations {
  confirm: (options: ModalFuncProps) => { update: (options: ModalFuncProps) => void; destroy: () => void };
  /** Withdraws each question that stands open and has not been answered. */
  open: Set<() => void>;
}

/** Opens confirmations in the theme and language of the application. Provided by `ThemeProvider`. */
export const ModalContext = createContext<Confirmations | undefined>(undefined);
