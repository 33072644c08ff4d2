/** Numbers of SFTP version 3 (draft-ietf-secsh-filexfer-02), as gateway and page write them. */

export const SFTP_VERSION = 3;

export const REQUEST = {
  INIT: 1,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  SETSTAT: 9,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  READLINK: 19,
  SYMLINK: 20,
  EXTENDED: 200,
} as const;

export const ANSWER = { VERSION: 2, STATUS: 101, HANDLE: 102, DATA: 103, NAME: 104, ATTRS: 105 } as const;

/** Codes of STATUS. */
export const STATUS = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, PERMISSION_DENIED: 3, FAILURE: 4, UNSUPPORTED: 8 } as const;

/** Flags of OPEN. */
export const OPEN_FLAGS = { READ: 0x01, WRITE: 0x02, APPEND: 0x04, CREATE: 0x08, TRUNCATE: 0x10, EXCLUSIVE: 0x20 } as const;

/** Which attributes follow. */
export const ATTRIBUTES = { SIZE: 0x1, OWNER: 0x2, MODE: 0x4, TIMES: 0x8, EXTENDED: 0x80000000 } as const;

/** The longest packet that OpenSSH sends or takes (sftp-common.h, SFTP_MAX_MSG_LENGTH). */
export const MAX_PACKET = 256 * 1024;
