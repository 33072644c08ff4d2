import type { ProviderCategory } from '@postern/contract/settings';
import type { ComponentProps } from 'react';
import { client } from '../../../session/http.ts';
import { SettingForm } from '../SettingForm.tsx';
import { Providers } from './Providers.tsx';
import { SignOnTest } from './SignOnTest.tsx';

type Props = Omit<ComponentProps<typeof SettingForm>, 'category' | 'provider' | 'children'> & { category: ProviderCategory };

/** The settings of each provider of a kind, and a test of the one that is shown, as it is saved. */
export const ProviderSettings = ({ category, ...form }: Props) => (
  <Providers category={category}>
    {(provider) => (
      <SettingForm {...form} category={category} provider={provider}>
        <SignOnTest test={() => client[category].testing(undefined, { query: { provider }, timeout: 60_000 })} />
      </SettingForm>
    )}
  </Providers>
);
