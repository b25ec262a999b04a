import type { ReactNode } from "react";
import { useTranslate } from "react-admin";

interface FieldProps {
  /** The name of the field in resources.contracts.fields. */
  source: string;
  wide?: boolean;
  children: ReactNode;
}

/** A labelled field of a contract, inside a dl. */
export function Field({ source, wide, children }: FieldProps) {
  const translate = useTranslate();
  return (
    <div data-wide={wide}>
      <dt>{translate(`resources.contracts.fields.${source}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
