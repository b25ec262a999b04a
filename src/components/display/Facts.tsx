import type { ReactNode } from "react";
import { useTranslateLabel } from "react-admin";
import { type FieldTable, fieldsWith, fieldWords } from "../../../domain/fields.ts";
import { Copyable } from "../copy/Copyable.tsx";
import styles from "./details.module.css";

interface FactsProps {
  /** Fewer than fit one line: they share its width. */
  few?: boolean;
  /** One below the other, each beside its label. */
  list?: boolean;
  children: ReactNode;
}

export function Facts({ few, list, children }: FactsProps) {
  return (
    <dl className={`grid ${styles.facts}`} data-few={few} data-list={list}>
      {children}
    </dl>
  );
}

interface FactProps {
  source: string;
  /** Default: the label of the field. */
  label?: string;
  wide?: boolean;
  /** A number or an address that people take elsewhere: it has a button that copies it. */
  copy?: string;
  children: ReactNode;
}

export function Fact({ source, wide, copy, children, ...given }: FactProps) {
  const translateLabel = useTranslateLabel();
  const label = String(translateLabel({ source, ...given }));
  return (
    <div data-wide={wide}>
      <dt className="note">{label}</dt>
      <dd>
        {copy === undefined ? (
          children
        ) : (
          <Copyable label={label} value={copy}>
            {children}
          </Copyable>
        )}
      </dd>
    </div>
  );
}

/** The facts that the table of fields has for the page of a record. */
export function FieldFacts({ record, fields }: { record: object; fields: FieldTable }) {
  return fieldsWith(fields, "fact").map((name) => {
    const words = fieldWords(fields[name], Reflect.get(record, name));
    return words === null ? null : (
      <div key={name}>
        <dt className="note">{fields[name]?.label}</dt>
        <dd>{words}</dd>
      </div>
    );
  });
}
