import type { ReactNode } from "react";
import { useTranslate } from "react-admin";

interface FieldProps {
  source: string;
  wide?: boolean;
  children: ReactNode;
}

export function Field({ source, wide, children }: FieldProps) {
  const translate = useTranslate();
  return (
    <div data-wide={wide}>
      <dt>{translate(`resources.contracts.fields.${source}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
