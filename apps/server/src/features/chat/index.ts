export { canWrite, carrierOf } from './carrier.ts';
export { type Chat, chatIds, createChats } from './chats.ts';
export { ChatError, type ChatPerson, NotMember, type Tie } from './service.ts';
