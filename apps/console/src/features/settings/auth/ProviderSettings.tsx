import type { ProviderCategory } from '@postern/contract/settings';
import type { ComponentProps } from 'react';
import type { FieldGroup } from '../../../screens/form/form-definition.ts';
import { client } from '../../../session/http.ts';
import { SettingForm } from '../SettingForm.tsx';
import { LogoInput } from './LogoInput.tsx';
import { Providers } from './Providers.tsx';
import { SignOnTest } from './SignOnTest.tsx';

interface Props extends Omit<ComponentProps<typeof SettingForm>, 'category' | 'provider' | 'children'> {
  category: ProviderCategory;
  /** The settings that are name and picture of the button on the login page. */
  button: { name: string; logo: string };
}

/** Name and picture below the switch; a provider beside the first got its name when it was added, and is renamed above. */
function withButton([first, ...rest]: readonly FieldGroup[], { name, logo }: Props['button'], provider: string): readonly FieldGroup[] {
  if (!first) return [];
  const [enabled = '', ...fields] = first.fields;
  return [{ ...first, fields: [enabled, ...(provider === '' ? [name] : []), logo, ...fields] }, ...rest];
}

/** The settings of each provider of a kind, and a test of the one that is shown, as it is saved. */
export const ProviderSettings = ({ category, button, groups, fields, ...form }: Props) => (
  <Providers category={category}>
    {(provider) => (
      <SettingForm
        {...form}
        category={category}
        provider={provider}
        groups={withButton(groups, button, provider)}
        fields={{ ...fields, [button.logo]: { Input: LogoInput } }}
      >
        <SignOnTest test={() => client[category].testing(undefined, { query: { provider }, timeout: 60_000 })} />
      </SettingForm>
    )}
  </Providers>
);
