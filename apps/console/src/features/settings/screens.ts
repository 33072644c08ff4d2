import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  Basic: () => import('./pages.tsx').then(({ BasicSettings }) => ({ default: BasicSettings })),
  Email: () => import('./EmailSettings.tsx').then(({ EmailSettings }) => ({ default: EmailSettings })),
  Security: () => import('./pages.tsx').then(({ SecuritySettings }) => ({ default: SecuritySettings })),
  Clean: () => import('./pages.tsx').then(({ CleanSettings }) => ({ default: CleanSettings })),
  Evidence: () => import('./pages.tsx').then(({ EvidenceSettings }) => ({ default: EvidenceSettings })),
  Other: () => import('./pages.tsx').then(({ OtherSettings }) => ({ default: OtherSettings })),
  Interface: () => import('./InterfaceSettings.tsx').then(({ InterfaceSettings }) => ({ default: InterfaceSettings })),
  TerminalSetting: () => import('./TerminalSettings.tsx').then(({ TerminalSettings }) => ({ default: TerminalSettings })),
  License: () => import('./LicenceScreen.tsx').then(({ LicenceScreen }) => ({ default: LicenceScreen })),
};
