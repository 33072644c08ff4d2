export { carrierOf } from './carrier.ts';
export { type Chat, chatIdOfRow, createChats } from './chats.ts';
export { chatDeliveries } from './deliveries.ts';
export { NotMember, type Tie } from './service.ts';
