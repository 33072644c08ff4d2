import type { Profile, PublicSettings } from '../transport/api.ts';

/** Lines written over what a session shows, so that a picture of it says who took it; none unless the settings ask for them. */
export const markOf = (
  { SECURITY_WATERMARK_ENABLED: wanted }: Pick<PublicSettings, 'SECURITY_WATERMARK_ENABLED'>,
  { name, username }: Pick<Profile, 'name' | 'username'>,
  asset: string,
): string[] => (wanted ? [`${name}(${username})`, asset] : []);
