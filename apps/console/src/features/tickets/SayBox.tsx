import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';
import type { Ticket } from './tickets.ts';

const MAX_COMMENT = 4096;
/** Names that are offered at a time. */
const SHOWN = 6;
/** A name that is being typed. */
const TYPED = /@([^\s@]*)$/;

interface SayBoxProps {
  id: Ticket['id'];
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** Where somebody writes about a ticket. After an `@` those who see it are offered, next by Tab; they are told once it is sent. */
export function SayBox({ id, value, disabled, onChange }: SayBoxProps) {
  const { t } = useTranslation('tickets');
  // The last name of the text is meant: who writes goes on at its end.
  const typed = disabled ? undefined : TYPED.exec(value)?.[1]?.toLowerCase();
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null);
  const people = useQuery({
    queryKey: keyOf('comments', 'mentionable', { ticket_id: id }),
    queryFn: ({ signal }) => client.comments.mentionable({ ticket_id: String(id) }, { signal }),
    enabled: typed !== undefined,
  });
  const fits = ({ name, username }: { name: string; username: string }): boolean =>
    typed !== undefined && username !== typed && `${name}(${username})`.toLowerCase().includes(typed);
  const offered = (people.data ?? []).filter(fits).slice(0, SHOWN);
  const take = (username: string) => {
    onChange(value.replace(TYPED, () => `@${username} `));
    box?.focus();
  };
  return (
    <>
      <Input.TextArea
        ref={(input) => setBox(input?.resizableTextArea?.textArea ?? null)}
        aria-label={t('write')}
        placeholder={t('writeHint')}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={MAX_COMMENT}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {offered.length > 0 ? (
        <fieldset className="ticket__people" aria-label={t('mention')}>
          {offered.map(({ id: person, name, username }) => (
            <Button key={person} size="small" onClick={() => take(username)}>
              {name}({username})
            </Button>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
