import { Fragment, type ReactNode } from 'react';

export interface Fact {
  key: string;
  label: ReactNode;
  value: ReactNode;
}

/** Facts in two columns, label and value; one column on phones. An empty value is a dash. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="p-facts">
      {facts.map((fact) => (
        <Fragment key={fact.key}>
          <dt>{fact.label}</dt>
          <dd>{fact.value === '' || fact.value === null || fact.value === undefined ? '-' : fact.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
