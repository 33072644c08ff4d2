import type { Row } from '@postern/client/api';
import { ownZone, Surface, toast } from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { useAuth } from '../session/auth.tsx';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';
import './profile.css';

type Timing = Awaited<ReturnType<typeof client.messageTiming.retrieve>>;
type Way = Row<'backends'>;

const OWN = keyOf('messageTiming', 'retrieve');
const BOX = 'site_msg';
const CLOCK = 'HH:mm';
const AT_ONCE = 'now';

/** Zones that browsers know; the person's own is among them whatever it is. */
const zones = (own: string): { value: string }[] =>
  [...new Set([own, ownZone(), ...Intl.supportedValuesOf('timeZone')])].sort().map((value) => ({ value }));

/** Which messages come at once and which together, by each way that the person has chosen (docs/behaviour/profile.md#messages-that-wait). */
export function MessageTiming({ ways }: { ways: readonly Way[] }) {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const queries = useQueryClient();
  const timing = useQuery({ queryKey: OWN, queryFn: ({ signal }) => client.messageTiming.retrieve({}, { signal }) });
  const save = useMutation({
    mutationFn: (body: Partial<Pick<Timing, 'waiting' | 'daily_at' | 'zone'>>) => client.messageTiming.patch(body),
    onSuccess: (fresh) => {
      queries.setQueryData(OWN, fresh);
      toast.success(t('ways.saved'));
    },
    // Only an answer changes what is shown: a choice that was refused goes back.
    onError: showError,
  });
  const outside = ways.filter(({ name }) => name !== BOX && profile.receive_backends.includes(name));
  if (!timing.data || outside.length === 0) return null;
  const { waiting, kinds, daily_at, zone } = timing.data;
  const everyOf = (kind: string, way: string): string => waiting.find((one) => one.kind === kind && one.way === way)?.every ?? AT_ONCE;
  const choose = (kind: string, way: string, every: string) => {
    const others = waiting.filter((one) => one.kind !== kind || one.way !== way);
    save.mutate({ waiting: every === AT_ONCE ? others : [...others, { kind, way, every }] });
  };
  const choices = [
    { value: AT_ONCE, label: t('timing.now') },
    { value: 'hourly', label: t('timing.hourly') },
    { value: 'daily', label: t('timing.daily') },
  ];
  return (
    <Surface title={t('timing.title')} purpose={t('timing.purpose')}>
      <div className="profile-rows">
        {outside.map(({ name: way, name_display }) =>
          kinds.map(({ name: kind, label }) => (
            <div key={`${way} ${kind}`} className="p-row profile-row">
              <div>
                <b>{label}</b>
                <p>{name_display}</p>
              </div>
              <Select
                aria-label={t('timing.of', { kind: label, way: name_display })}
                value={everyOf(kind, way)}
                options={choices}
                disabled={save.isPending}
                popupMatchSelectWidth={false}
                onChange={(every) => choose(kind, way, every)}
              />
            </div>
          )),
        )}
        {waiting.some(({ every }) => every === 'daily') ? (
          <div className="p-row profile-row">
            <div>
              <b>{t('timing.at')}</b>
              <p>{t('timing.atText')}</p>
            </div>
            <div className="profile-timing">
              <TimePicker
                aria-label={t('timing.at')}
                format={CLOCK}
                minuteStep={5}
                allowClear={false}
                value={dayjs(`2000-01-01T${daily_at}`)}
                disabled={save.isPending}
                onChange={(time) => time && save.mutate({ daily_at: time.format(CLOCK) })}
              />
              <Select
                aria-label={t('timing.zone')}
                showSearch
                value={zone}
                options={zones(zone)}
                disabled={save.isPending}
                popupMatchSelectWidth={false}
                onChange={(value) => save.mutate({ zone: value })}
              />
            </div>
          </div>
        ) : null}
      </div>
    </Surface>
  );
}
