import type { ReactNode } from "react";
import { useTranslate } from "react-admin";

interface FieldProps {
  /** The field's name below resources.contracts.fields. */
  source: string;
  wide?: boolean;
  children: ReactNode;
}

/** A field of a contract with its label, inside a dl. */
export function Field({ source, wide, children }: FieldProps) {
  const translate = useTranslate();
  return (
    <div data-wide={wide}>
      <dt>{translate(`resources.contracts.fields.${source}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
