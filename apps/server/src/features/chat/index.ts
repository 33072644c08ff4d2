export { canWrite, carrierOf } from './carrier.ts';
export { type Chat, chatIds, createChats } from './chats.ts';
export { NotMember, type Tie } from './service.ts';
