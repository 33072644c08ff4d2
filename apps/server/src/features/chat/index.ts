export { type Chat, createChats } from './chats.ts';
export { ChatError, type ChatPerson, NotMember, type Tie } from './service.ts';
