import { CodedError } from '@postern/contract/errors';
import type { ProviderCategory } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Fields, text as textField } from '@postern/resource';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { providersBeside, settingsOf } from '../../platform/settings/providers.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import type { RedirectWay } from '../identities/index.ts';
import type { SignOnDeps } from './sign-on.ts';

/** The providers of one kind: the one of the settings, and those beside it (decision 0122). */

export interface SignOnBase {
  settings: SettingsStore;
  outbound: Outbound;
}

/** A provider, and the way in by it. */
export interface Instance {
  deps: SignOnDeps;
  way: RedirectWay;
}

export interface Providers<I extends Instance> {
  /** In the order of the login page. */
  all(): readonly I[];
  /** @param name empty for the one of the settings. @throws CodedError not_found */
  named(name: string): I;
}

/** @param make what is known of a provider; kept as long as the provider is there */
export function providersOf<I extends Instance>(
  { settings, outbound }: SignOnBase,
  category: ProviderCategory,
  make: (deps: SignOnDeps) => I,
): Providers<I> {
  const first = make({ settings, outbound, provider: '', label: '' });
  let beside = new Map<string, I>();
  const all = (): readonly I[] => {
    const rows = providersBeside(settings).filter((row) => row.category === category);
    beside = new Map(
      rows.map(({ name, label }) => {
        const known = beside.get(name);
        if (known?.deps.label === label) return [name, known];
        return [name, make({ settings: settingsOf(settings, { name, category }), outbound, provider: name, label })];
      }),
    );
    return [first, ...beside.values()];
  };
  return {
    all,
    named(name) {
      const found = all().find(({ deps }) => deps.provider === name);
      if (!found) throw new CodedError('not_found');
      return found;
    },
  };
}

/** The one provider of a kind that has no others. */
export const onlyProvider = <I extends Instance>(one: I): Providers<I> => ({
  all: () => [one],
  named(name) {
    if (name !== '') throw new CodedError('not_found');
    return one;
  },
});

/** Whether a name alone may say whose an account is: not where several providers of a kind know people by names of their own. */
export const rivals = (providers: Providers<Instance>): boolean => providers.all().filter(({ way }) => way.enabled()).length > 1;

/** Where the pages of a kind are: of the provider of the settings, and of one that the address names. */
export interface Addresses {
  base: string;
  /** What names of its routes begin with. */
  name: string;
  params: Fields;
  /** Page that browsers come back to, where it is not `callback/` below `base`. */
  back?: string;
}

export const PROVIDER_LABEL = text('Identity provider', '身份提供方', 'ID プロバイダー');
const NAME = textField({ label: PROVIDER_LABEL, max: 32, required: true });

export const addressesOf = (kind: string): readonly Addresses[] => [
  { base: `/core/auth/${kind}/`, name: `singleSignOn.${kind}`, params: {} },
  { base: `/core/auth/${kind}/:provider/`, name: `singleSignOn.${kind}.provider`, params: { provider: NAME } },
];

/** The provider that an address names. @throws CodedError not_found */
export const providerAt = <I extends Instance>(providers: Providers<I>, params: object): I =>
  providers.named(String((params as { provider?: string }).provider ?? ''));
