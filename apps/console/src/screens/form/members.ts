import { ApiError } from '@postern/client/http';
import { encryptFields } from '@postern/client/transport';
import type { FieldInfo } from '@postern/contract/metadata';
import { isRecord } from '@postern/contract/wire';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from './form-definition.ts';

export type MemberInfos = Readonly<Record<string, FieldInfo>>;

/**
 * The fields below a nested one whose members depend on a type that was chosen first. In the form each stands by itself, under `prefix` and
 * its name; on the wire below `nested`.
 */
export function membersOf(nested: string, prefix: string) {
  const fieldName = (name: string): string => prefix + name;
  const flat = (below: unknown): Values =>
    isRecord(below) ? Object.fromEntries(Object.entries(below).map(([name, value]) => [fieldName(name), value])) : {};
  return {
    fieldName,
    /** What stands in the form for each. Of an object that exists, secrets may stay as they are. */
    fields: (infos: MemberInfos, updating: boolean, specOf: (info: FieldInfo) => FieldSpec): Record<string, FieldSpec> =>
      Object.fromEntries(
        Object.entries(infos).map(([name, info]) => [
          fieldName(name),
          {
            info: {
              ...info,
              // A file's text is what travels; the form would take it for an upload.
              type: info.type === 'file upload' ? 'string' : info.type,
              required: info.required && !(updating && info.write_only),
            },
            ...specOf(info),
          },
        ]),
      ),
    /** A stored object with its members beside its other fields. */
    load: (object: Values): Values => ({ ...object, ...flat(object[nested]) }),
    /** What the form sends: members below `nested`, those named in `secrets` encrypted for the way. */
    async body(values: Values, secrets: readonly string[]): Promise<Values> {
      const all = Object.entries(values);
      const own = all.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]);
      const rest = all.filter(([name]) => !name.startsWith(prefix));
      return { ...Object.fromEntries(rest), [nested]: await encryptFields(Object.fromEntries(own), secrets) };
    },
    /** A refusal whose errors below `nested` stand at the fields of the form. */
    flatRefusal(error: unknown): unknown {
      if (!(error instanceof ApiError) || error.status !== 400 || !isRecord(error.body) || !isRecord(error.body[nested])) return error;
      const { [nested]: below, ...rest } = error.body;
      return new ApiError(error.status, error.code, { ...rest, ...flat(below) }, error.requestId);
    },
  };
}
