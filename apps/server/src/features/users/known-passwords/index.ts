import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { isFrequent } from './frequent.ts';
import { hashInFile } from './hash-file.ts';

/** Asks whether others know a password already. @throws CodedError password_list_unreadable */
export type KnownPasswords = (ctx: Context, password: string) => Promise<boolean>;

/**
 * Passwords that others know: those that people choose most often, and those in a list that whoever runs this gave. Nothing is asked elsewhere. Passwords are hashed as the
 * published lists have them, for the look-up alone; what is stored is another hash.
 *
 * @param listFile hashes (SHA-1), see hash-file.ts; undefined without a list
 */
export const knownPasswords =
  (settings: SettingsReader, listFile: string | undefined): KnownPasswords =>
  async (ctx, password) => {
    if (!settings.get('SECURITY_PASSWORD_REFUSE_KNOWN')) return false;
    if (isFrequent(password)) return true;
    if (listFile === undefined) return false;
    try {
      return await hashInFile(listFile, createHash('sha1').update(password, 'utf8').digest('hex'));
    } catch (error) {
      // A list that somebody relies on is not left out without a word.
      ctx.log.error({ err: error }, 'the list of known passwords cannot be read');
      throw new CodedError('password_list_unreadable');
    }
  };
