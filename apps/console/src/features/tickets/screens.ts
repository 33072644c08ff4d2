import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  MyTicketList: () => import('./TicketLists.tsx').then(({ MyTicketList }) => ({ default: MyTicketList })),
  AssignedTicketList: () => import('./TicketLists.tsx').then(({ AssignedTicketList }) => ({ default: AssignedTicketList })),
  LoginAssetTicketDetail: () => import('./TicketDetail.tsx').then(({ AssetTicketDetail }) => ({ default: AssetTicketDetail })),
  LoginTicketDetail: () => import('./TicketDetail.tsx').then(({ LoginTicketDetail }) => ({ default: LoginTicketDetail })),
  CommandConfirmDetail: () => import('./TicketDetail.tsx').then(({ CommandTicketDetail }) => ({ default: CommandTicketDetail })),
  TicketDetail: () => import('./TicketDetail.tsx').then(({ AnyTicketDetail }) => ({ default: AnyTicketDetail })),
};
