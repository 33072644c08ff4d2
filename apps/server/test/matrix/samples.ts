import type { ResolvedField } from '@postern/resource';
import { uniqueName } from '@postern/testkit/factories';

/** A valid new value of a field by its kind, undefined for kinds whose values are objects of their own (relations, computed). */
export function sample(field: ResolvedField, at = 0): unknown {
  const { options } = field;
  switch (field.kind.name) {
    case 'text':
    case 'slug':
      return uniqueName('text').slice(0, options.max ?? 128);
    case 'email':
      return `${uniqueName('mail')}@example.com`;
    case 'url':
      return `https://example.com/${uniqueName('path')}`;
    case 'phone':
      return at % 2 ? '13800138000' : '13900139000';
    case 'boolean':
      return at % 2 === 0;
    case 'integer':
    case 'number':
      return Math.min(Math.max(options.min ?? 0, 7 + at), options.max ?? 1000);
    case 'datetime':
      return at % 2 ? '2031/02/03 04:05:06 +0000' : '2032/02/03 04:05:06 +0000';
    case 'uuid':
      return `11111111-2222-4333-8444-${String(at).padStart(12, '0')}`;
    case 'choice':
    case 'labelled': {
      const choices = typeof options.choices === 'function' ? [] : (options.choices ?? []);
      return choices[at % Math.max(1, choices.length)]?.value;
    }
    case 'json': {
      const one = { key: uniqueName('json') };
      return field.options.holds?.type === 'array' ? [one] : one;
    }
    case 'textList':
      return [uniqueName('entry')];
    case 'matcher':
      // About nobody there is: rules that the matrix makes must not stand against its own people.
      return { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: uniqueName('nobody') }] };
    case 'secret':
      return uniqueName('secret');
    default:
      return undefined;
  }
}
