/** Enough to know one's own address by, and too little to learn a stranger's: `a•••@example.org`. */
export function maskedMail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address].slice(0, 1).join('')}•••${address.slice(at)}`;
}

/** `•••5678`. */
export const maskedPhone = (phone: string): string => `•••${phone.slice(-4)}`;
