import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  AdminDashboard: () => import('./ConsoleDashboard.tsx').then(({ ConsoleDashboard }) => ({ default: ConsoleDashboard })),
  AuditDashboard: () => import('./AuditDashboard.tsx').then(({ AuditDashboard }) => ({ default: AuditDashboard })),
};
