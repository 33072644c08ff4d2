import type { SessionMember } from '@postern/contract/frames';

/** How somebody hears who else is in a session. */
export interface PeopleEvents {
  joined(member: SessionMember): void;
  left(member: SessionMember): void;
  /** Everybody who is there, themselves included. */
  all(members: Readonly<Record<string, SessionMember>>): void;
}

/** Somebody a session is shared with. */
export interface Guest extends PeopleEvents {
  member: SessionMember;
  /** Input is wanted again. */
  resumeInput(): void;
  /** The owner takes them out. */
  removed(): void;
}

/** Who is in a session: its owner, and those whom they share it with. */
export interface People {
  /** @returns how to leave */
  join(guest: Guest): () => void;
  /** Takes a guest out; the owner stays. */
  remove(terminalId: string): void;
  /** Guests want to type again. */
  resumeInput(): void;
  count(): number;
}

/** @param told how the owner hears of guests */
export function createPeople(owner: SessionMember, told: PeopleEvents): People {
  const guests = new Map<string, Guest>();
  const everybody = (): readonly PeopleEvents[] => [told, ...guests.values()];
  const members = (): Record<string, SessionMember> =>
    Object.fromEntries([owner, ...[...guests.values()].map(({ member }) => member)].map((member) => [member.terminal_id, member]));
  /** Clients of this protocol keep the whole list, or add to it. */
  function tellAll(): void {
    const now = members();
    for (const one of everybody()) one.all(now);
  }

  return {
    join(guest) {
      const { member } = guest;
      guests.set(member.terminal_id, guest);
      for (const one of everybody()) if (one !== guest) one.joined(member);
      tellAll();
      return () => {
        if (!guests.delete(member.terminal_id)) return;
        for (const one of everybody()) one.left(member);
        tellAll();
      };
    },
    remove: (terminalId) => guests.get(terminalId)?.removed(),
    resumeInput() {
      for (const guest of guests.values()) guest.resumeInput();
    },
    count: () => guests.size,
  };
}
